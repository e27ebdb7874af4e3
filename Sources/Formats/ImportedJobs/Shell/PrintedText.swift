extension ShellInvocation {
    /// The text printed by `echo` or `printf`; nil if only the shell can determine it, or if there is none.
    var printedText: String? {
        var texts: [String] = []
        for argument in arguments {
            guard let argument else { return nil }
            texts.append(argument)
        }
        guard name == "printf" else {
            let options: Set<String> = ["-n", "-e", "-E", "-ne", "-en"]
            return texts.drop(while: options.contains).joined(separator: " ").decodingEscapes
        }
        guard let format = texts.first else { return nil }
        return ShellInvocation.formatted(format, texts.dropFirst())
    }

    /// The output of printf(1) for a format and values; the format repeats while there are values.
    private static func formatted(_ format: String, _ values: ArraySlice<String>) -> String? {
        var values = values
        var result = String.UnicodeScalarView()
        repeat {
            let before = values.count
            var rest = format.decodingEscapes.unicodeScalars[...]
            while let scalar = rest.popFirst() {
                guard scalar == "%" else {
                    result.append(scalar)
                    continue
                }
                switch rest.popFirst() {
                case "%"?: result.append("%")
                case "s"?: result += (values.popFirst() ?? "").unicodeScalars
                default: return nil
                }
            }
            if values.count == before { return values.isEmpty ? String(result) : nil }
        } while !values.isEmpty
        return String(result)
    }
}

extension String {
    /// The text with its backslash escapes replaced, as by `echo -e`.
    var decodingEscapes: String {
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch escaped {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r", "a", "b", "f", "v": continue
            case "\\", "\"", "'": result.append(escaped)
            default: result += [scalar, escaped]
            }
        }
        return String(result)
    }
}
