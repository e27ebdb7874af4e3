/// Rewords libyaml's syntax errors for people who edit by hand.
struct SyntaxError {
    private let failure: YAMLEventParser.Failure
    private let source: SourceText
    private let place: Int
    private let context: Int
    /// The offset of the innermost open bracket.
    private let bracket: Int?

    init(_ failure: YAMLEventParser.Failure, offsets: inout CharacterOffsets, source: SourceText, bracket: Int?) {
        self.failure = failure
        self.bracket = bracket
        self.source = source
        place = offsets.byte(ofCharacter: failure.character)
        context = offsets.byte(ofCharacter: failure.contextCharacter)
    }

    func report(into diagnostics: inout Diagnostics) {
        if failure.isOutOfMemory {
            diagnostics.error("not enough memory to read this file", at: span(place))
        } else if let tab = tabInIndentation() {
            diagnostics.error(
                "tab used for indentation",
                at: SourceSpan(start: tab, end: tab + 1),
                expected: "spaces",
                help: "replace the tab with spaces to match the lines around it"
            )
        } else {
            reworded(into: &diagnostics)
        }
    }

    private func reworded(into diagnostics: inout Diagnostics) {
        switch failure.problem {
        case "found unexpected end of stream" where failure.context.contains("quoted"):
            diagnostics.error("unclosed quote", at: span(context), help: "close it with the same quote on this line")
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            reportOpenBracket(at: context, into: &diagnostics)
        case "did not find expected node content": reportMissingValue(into: &diagnostics)
        case "did not find expected key":
            diagnostics.error(
                "this line does not match the lines above it",
                at: span(place),
                expected: "a key with the same indentation as the keys around it",
                help: "check the indentation, and the quotes and colons in the line above"
            )
        case "did not find expected '-' indicator":
            diagnostics.error(
                "this line does not match the list above it",
                at: span(place),
                expected: "'- ' with the same indentation as the other items"
            )
        case "mapping values are not allowed in this context":
            diagnostics.error(
                "unexpected colon",
                at: span(place),
                help: "quote a value that contains ': ', or start a new line for the key"
            )
        case "could not find expected ':'":
            diagnostics.error(
                "missing colon after this key",
                at: span(context),
                expected: "'key: value'",
                help: "put ': ' after the key, including the space"
            )
        case "block sequence entries are not allowed in this context":
            diagnostics.error(
                "a list cannot start here",
                at: span(place),
                help: "start the list on a new line below its key, with '- ' before each item"
            )
        case "found character that cannot start any token":
            diagnostics.error(
                "a value cannot start with '\(character(at: place))'",
                at: span(place),
                help: "put the value in quotes"
            )
        case "found unknown escape character":
            diagnostics.error(
                "unknown escape '\\\(character(at: place + 1))' in double quotes",
                at: span(place),
                help: "write \\\\ for a backslash, or use single quotes"
            )
        default:
            let context = failure.context.isEmpty ? "" : " \(failure.context)"
            diagnostics.error(
                "invalid YAML: \(failure.problem)\(context)",
                at: span(place),
                help: "check the indentation, quotes and brackets around it"
            )
        }
    }

    /// A value was expected, but another YAML token was found.
    private func reportMissingValue(into diagnostics: inout Diagnostics) {
        let found = character(at: place)
        if let bracket, ["[", "{"].contains(character(at: bracket)) {
            reportOpenBracket(at: bracket, into: &diagnostics)
        } else if found == "]" || found == "}" {
            diagnostics.error(
                "unmatched '\(found)': no '\(found == "]" ? "[" : "{")' is open here",
                at: span(place),
                help: "remove it, or put the value in quotes"
            )
        } else {
            diagnostics.error("a value cannot start with '\(found)'", at: span(place), help: "put the value in quotes")
        }
    }

    private func reportOpenBracket(at offset: Int, into diagnostics: inout Diagnostics) {
        let opening = character(at: offset)
        diagnostics.error(
            "unclosed '\(opening)' or missing comma",
            at: span(offset),
            expected:
                "',' or '\(opening == "[" ? "]" : "}")' before line \(source.location(of: place).line), column \(source.location(of: place).column)"
        )
    }

    /// The offset of a tab in the indentation of the line with the error or the line before.
    private func tabInIndentation() -> Int? {
        var line = source.lineStart(before: min(place, source.bytes.count))
        for _ in 0..<2 {
            let blanks = source.bytes[line...].prefix { $0 == 0x20 || $0 == 0x09 }
            if let tab = blanks.firstIndex(of: 0x09) { return tab }
            guard line > 0 else { return nil }
            line = source.lineStart(before: line - 1)
        }
        return nil
    }

    private func span(_ offset: Int) -> SourceSpan {
        let start = min(offset, source.bytes.count)
        return SourceSpan(start: start, end: min(start + 1, source.bytes.count))
    }

    private func character(at offset: Int) -> String {
        String(String(decoding: source.bytes[min(offset, source.bytes.count)...].prefix(4), as: UTF8.self).prefix(1))
    }
}
