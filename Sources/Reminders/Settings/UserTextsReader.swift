internal import YAMLSource

/// Reads the user's own texts and reports unknown placeholders.
enum UserTextsReader {
    private static let keys = KeySet("workout", "rest")
    private static let parts = KeySet("title", "body")

    static func read(_ node: YAMLNode, into diagnostics: inout Diagnostics) -> UserTexts {
        var texts = UserTexts()
        guard let reader = MappingReader(node, as: "'texts'", keys: keys, into: &diagnostics) else { return texts }
        if let workout = reader["workout"].flatMap({
            MappingReader($0, as: "'workout'", keys: parts, into: &diagnostics)
        }) {
            texts.workoutTitle = title(workout["title"], into: &diagnostics)
            texts.workoutBody = template(workout["body"], into: &diagnostics)
        }
        if let rest = reader["rest"].flatMap({ MappingReader($0, as: "'rest'", keys: parts, into: &diagnostics) }) {
            texts.restTitle = title(rest["title"], into: &diagnostics)
            texts.restBody = template(rest["body"], into: &diagnostics)
        }
        return texts
    }

    private static func title(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> TextTemplate? {
        guard let node, let title = template(node, into: &diagnostics) else { return nil }
        guard title.source.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error(
                "the title is empty",
                at: node.span,
                help: "write a title, or remove 'title' to use the default"
            )
            return nil
        }
        return title
    }

    private static func template(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> TextTemplate? {
        guard let node, let text = node.string("text", into: &diagnostics) else { return nil }
        let template = TextTemplate(text)
        guard let names = template.placeholders else {
            diagnostics.error(
                "unmatched brace in this text",
                at: node.span,
                help: "write {{ or }} for a literal brace"
            )
            return nil
        }
        for name in names where !UserTexts.placeholders.contains(name) {
            diagnostics.error(
                "unknown placeholder {\(name)}",
                at: node.span,
                expected: UserTexts.placeholders.map { "{\($0)}" }.joined(separator: ", "),
                help: Suggestion.help(for: name, among: UserTexts.placeholders)
            )
        }
        return template
    }
}
