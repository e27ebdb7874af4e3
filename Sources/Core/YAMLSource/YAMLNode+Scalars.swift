internal import PrintableText

extension YAMLNode {
    /// The scalar's text; lists, mappings, empty values and control characters are reported.
    ///
    /// Bidirectional controls and line separators become spaces, because names and notes are shown in messages.
    ///
    /// - Parameters:
    ///   - what: what is read, for messages, without an article: `day name`.
    ///   - diagnostics: receives the error.
    public func string(_ what: StaticString, into diagnostics: inout Diagnostics) -> String? {
        guard isScalar(what, into: &diagnostics) else { return nil }
        let text = text
        let clean = text.printableLines
        guard clean != text, let control = text.firstControlCharacter else { return clean }
        diagnostics.error("control character \(control) in \(what)", at: span, help: "remove the escape sequence")
        return nil
    }

    /// The scalar's text on one line: line breaks become spaces, and text beyond 200 characters is cut.
    ///
    /// - Parameters:
    ///   - what: what is read, for messages, without an article: `day name`.
    ///   - diagnostics: receives the error.
    public func name(_ what: StaticString, into diagnostics: inout Diagnostics) -> String? {
        string(what, into: &diagnostics).map { text in
            let isPlain = text == text.printable
            return (isPlain ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).shortened(
                to: 200
            )
        }
    }

    /// A whole number within a range, digits only.
    public func integer(_ what: StaticString, in range: ClosedRange<Int>, into diagnostics: inout Diagnostics) -> Int? {
        guard isScalar(what, into: &diagnostics) else { return nil }
        let number = withBytes { bytes -> Int? in
            guard !bytes.isEmpty, bytes.count <= 9 else { return nil }
            var value = 0
            for byte in bytes {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let number, range.contains(number) else {
            diagnostics.error(
                "invalid \(what) '\(text)'",
                at: span,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return number
    }

    /// A boolean: `on`, `yes` and `true`, or `off`, `no` and `false`.
    public func boolean(_ what: StaticString, into diagnostics: inout Diagnostics) -> Bool? {
        guard isScalar(what, into: &diagnostics) else { return nil }
        switch text.lowercased() {
        case "on", "yes", "true": return true
        case "off", "no", "false": return false
        default:
            diagnostics.error("invalid \(what) '\(text)'", at: span, expected: "on or off")
            return nil
        }
    }

    /// One of the cases of an enumeration.
    ///
    /// - Parameters:
    ///   - what: what is read, for messages, without an article.
    ///   - type: the enumeration.
    ///   - others: further words that the caller accepts, for the message.
    ///   - diagnostics: receives the error.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _ what: StaticString,
        of type: Choice.Type,
        or others: [String] = [],
        into diagnostics: inout Diagnostics
    ) -> Choice? where Choice.RawValue == String {
        guard isScalar(what, into: &diagnostics) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = others + Choice.allCases.map(\.rawValue)
        diagnostics.error(
            "invalid \(what) '\(text)'",
            at: span,
            expected: names.joined(separator: ", "),
            help: Suggestion.help(for: text, among: names)
        )
        return nil
    }

    /// The result of parsing the scalar's text with a closure; its error is reported as the message.
    public func parsed<Value, Failure: Error & CustomStringConvertible>(
        _ what: StaticString,
        into diagnostics: inout Diagnostics,
        _ parse: (String) throws(Failure) -> Value
    ) -> Value? {
        guard isScalar(what, into: &diagnostics) else { return nil }
        do {
            return try parse(text)
        } catch {
            diagnostics.error(error.description, at: span)
            return nil
        }
    }

    /// The elements of a list, or the node itself as the only element.
    public var elementsOrSelf: [YAMLNode] { kind == .sequence ? Array(elements) : [self] }

    private func isScalar(_ what: StaticString, into diagnostics: inout Diagnostics) -> Bool {
        if kind == .scalar, !isNull { return true }
        diagnostics.error("invalid \(what): expected a single value, found \(kindInWords)", at: span)
        return false
    }
}
