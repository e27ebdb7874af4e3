/// A part of a structured header field (RFC 5322, 3.2); comments and blanks are left out.
enum HeaderToken: Equatable {
    /// Characters without special meaning.
    case atom(String)
    /// The text of a quoted string, without quotation marks and backslashes.
    case quoted(String)
    /// A character with special meaning in the field.
    case special(Unicode.Scalar)
}

/// Splits structured header fields into tokens, in linear time.
struct HeaderTokens {
    /// A token, and whether blanks or a comment come before it.
    struct Element {
        let token: HeaderToken
        let isSeparate: Bool
    }

    /// The elements of a value.
    ///
    /// - Parameter specials: the characters that are tokens of their own.
    static func elements(_ value: some Collection<UInt8>, specials: String) -> [Element] {
        let isSpecial = Array(specials.utf8)
        var elements: [Element] = []
        var atom: [UInt8] = []
        var isSeparate = false
        func finish(_ token: HeaderToken?) {
            if !atom.isEmpty {
                elements.append(Element(token: .atom(String(decoding: atom, as: UTF8.self)), isSeparate: isSeparate))
                (atom, isSeparate) = ([], false)
            }
            if let token {
                elements.append(Element(token: token, isSeparate: isSeparate))
                isSeparate = false
            }
        }
        var index = value.startIndex
        while index < value.endIndex {
            let byte = value[index]
            switch byte {
            case UInt8(ascii: "("):
                finish(nil)
                index = afterComment(value, from: index)
                isSeparate = true
                continue
            case UInt8(ascii: "\""):
                finish(nil)
                let (text, end) = quoted(value, from: index)
                finish(.quoted(text))
                index = end
                continue
            case 0...0x20, 0x7F:
                finish(nil)
                isSeparate = true
            case _ where isSpecial.contains(byte): finish(.special(Unicode.Scalar(byte)))
            default: atom.append(byte)
            }
            value.formIndex(after: &index)
        }
        finish(nil)
        return elements
    }

    /// The end of a comment, which may contain comments; a comment without an end takes the rest.
    private static func afterComment<Bytes: Collection<UInt8>>(
        _ value: Bytes,
        from start: Bytes.Index
    ) -> Bytes.Index {
        var depth = 0
        var isEscaped = false
        for index in value[start...].indices {
            let byte = value[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return value.index(after: index) }
            }
        }
        return value.endIndex
    }

    private static func quoted<Bytes: Collection<UInt8>>(
        _ value: Bytes,
        from start: Bytes.Index
    ) -> (text: String, end: Bytes.Index) {
        var text: [UInt8] = []
        var isEscaped = false
        for index in value[value.index(after: start)...].indices {
            let byte = value[index]
            if isEscaped {
                text.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return (String(decoding: text, as: UTF8.self), value.index(after: index))
            } else {
                text.append(byte)
            }
        }
        return (String(decoding: text, as: UTF8.self), value.endIndex)
    }
}

/// A value with parameters, such as `multipart/mixed; boundary="…"` (RFC 2045, 5.1).
struct ParameterizedValue {
    /// What comes before the parameters, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    init(_ bytes: [UInt8]) {
        var value = ""
        var name = ""
        var text: String?
        var parameters: [String: String] = [:]
        var isFirst = true
        func finish() {
            if isFirst {
                isFirst = false
            } else if let text, !name.isEmpty, parameters[name] == nil {
                parameters[name] = text
            }
            (name, text) = ("", nil)
        }
        for element in HeaderTokens.elements(bytes, specials: ";=") {
            switch element.token {
            case .special(";"): finish()
            case .special("=") where !isFirst && text == nil && !name.isEmpty: text = ""
            // A boundary without quotation marks may contain an equals sign.
            case .special(let scalar): text?.unicodeScalars.append(scalar)
            case .atom(let atom):
                if isFirst {
                    value += atom
                } else if text == nil {
                    name += atom.lowercased()
                } else {
                    text? += atom
                }
            case .quoted(let quoted): text? += quoted
            }
        }
        finish()
        self.value = value.lowercased()
        self.parameters = parameters
    }

    /// A parameter by its name in lower case.
    subscript(_ name: String) -> String? { parameters[name] }
}
