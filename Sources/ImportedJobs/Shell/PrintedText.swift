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
        var result = ""
        repeat {
            let before = values.count
            var rest = format.decodingEscapes[...]
            while let character = rest.popFirst() {
                guard character == "%" else {
                    result.append(character)
                    continue
                }
                switch rest.popFirst() {
                case "%"?: result.append("%")
                case "s"?: result += values.popFirst() ?? ""
                default: return nil
                }
            }
            if values.count == before { return values.isEmpty ? result : nil }
        } while !values.isEmpty
        return result
    }
}

extension String {
    /// The text with its backslash escapes replaced, as by `echo -e`.
    var decodingEscapes: String {
        var result = ""
        var rest = self[...]
        while let character = rest.popFirst() {
            guard character == "\\", let escaped = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escaped {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r", "a", "b", "f", "v": continue
            case "\\", "\"", "'": result.append(escaped)
            default: result += "\\" + String(escaped)
            }
        }
        return result
    }
}
