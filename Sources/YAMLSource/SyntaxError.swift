/// Words what libyaml cannot read for a person who edits by hand.
struct SyntaxError {
    private let failure: YAMLEventParser.Failure
    private let source: SourceText
    private let place: Int
    private let context: Int
    /// Where the innermost bracket that is still open stands.
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
            diagnostics.error("there is not enough memory to read this file", at: span(place))
        } else if let tab = tabInIndentation() {
            diagnostics.error(
                "a tab cannot indent",
                at: SourceSpan(start: tab, end: tab + 1),
                expected: "spaces",
                help: "replace the tab by spaces, as many as the lines around it have"
            )
        } else {
            reworded(into: &diagnostics)
        }
    }

    private func reworded(into diagnostics: inout Diagnostics) {
        switch failure.problem {
        case "found unexpected end of stream" where failure.context.contains("quoted"):
            diagnostics.error(
                "the quote that opens here is never closed",
                at: span(context),
                help: "close it with the same quote on this line"
            )
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            reportOpenBracket(at: context, into: &diagnostics)
        case "did not find expected node content":
            reportMissingValue(into: &diagnostics)
        case "did not find expected key":
            diagnostics.error(
                "this line does not fit the lines above it",
                at: span(place),
                expected: "a key, indented like its neighbours",
                help: "check the indentation, and the quotes and colons of the line above"
            )
        case "did not find expected '-' indicator":
            diagnostics.error(
                "this line does not fit the list above it",
                at: span(place),
                expected: "'- ', indented like the list's other elements"
            )
        case "mapping values are not allowed in this context":
            diagnostics.error(
                "a second colon, or a colon where no key can stand",
                at: span(place),
                help: "put a value that has ': ' in it into quotes, or begin a new line for the key"
            )
        case "could not find expected ':'":
            diagnostics.error(
                "this key has no colon",
                at: span(context),
                expected: "'key: value'",
                help: "put ': ' after the key, with the space"
            )
        case "block sequence entries are not allowed in this context":
            diagnostics.error(
                "a list cannot begin here",
                at: span(place),
                help: "begin the list on a new line below its key, each element after '- '"
            )
        case "found character that cannot start any token":
            diagnostics.error(
                "a value cannot begin with '\(character(at: place))'",
                at: span(place),
                help: "put the value into quotes"
            )
        case "found unknown escape character":
            diagnostics.error(
                "double quotes know no escape '\\\(character(at: place + 1))'",
                at: span(place),
                help: "write \\\\ for a backslash, or use single quotes"
            )
        default:
            let context = failure.context.isEmpty ? "" : " \(failure.context)"
            diagnostics.error(
                "this is not YAML: \(failure.problem)\(context)",
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
                "this '\(found)' closes nothing: no '\(found == "]" ? "[" : "{")' is open here",
                at: span(place),
                help: "remove it, or put the value into quotes"
            )
        } else {
            diagnostics.error(
                "a value cannot begin with '\(found)'",
                at: span(place),
                help: "put the value into quotes"
            )
        }
    }

    private func reportOpenBracket(at offset: Int, into diagnostics: inout Diagnostics) {
        let opening = character(at: offset)
        diagnostics.error(
            "the '\(opening)' that opens here is not closed, or a comma is missing",
            at: span(offset),
            expected:
                "',' or '\(opening == "[" ? "]" : "}")' before line \(source.location(of: place).line), column \(source.location(of: place).column)"
        )
    }

    /// A tab among the blanks that begin the line of the error, or the one before.
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
