internal import YAMLSource

/// Reads the user's own texts, and tells of placeholders that mean nothing.
enum UserTextsReader {
    private static let keys = KeySet("workout", "rest")
    private static let parts = KeySet("title", "body")

    static func read(_ node: YAMLNode, into diagnostics: inout Diagnostics) -> UserTexts {
        var texts = UserTexts()
        guard let reader = MappingReader(node, as: "texts", keys: keys, into: &diagnostics) else { return texts }
        if let workout = reader["workout"].flatMap({
            MappingReader($0, as: "a text", keys: parts, into: &diagnostics)
        }) {
            texts.workoutTitle = title(workout["title"], into: &diagnostics)
            texts.workoutBody = template(workout["body"], into: &diagnostics)
        }
        if let rest = reader["rest"].flatMap({ MappingReader($0, as: "a text", keys: parts, into: &diagnostics) }) {
            texts.restTitle = title(rest["title"], into: &diagnostics)
            texts.restBody = template(rest["body"], into: &diagnostics)
        }
        return texts
    }

    private static func title(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> TextTemplate? {
        guard let node, let title = template(node, into: &diagnostics) else { return nil }
        guard title.source.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error(
                "a reminder's title cannot be empty",
                at: node.span,
                help: "write one, or leave 'title' out for antrain's own"
            )
            return nil
        }
        return title
    }

    private static func template(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> TextTemplate? {
        guard let node, let text = node.string("a text", into: &diagnostics) else { return nil }
        let template = TextTemplate(text)
        guard let names = template.placeholders else {
            diagnostics.error(
                "a brace in this text has no other",
                at: node.span,
                help: "write {{ or }} for a brace that is none of a placeholder"
            )
            return nil
        }
        for name in names where !UserTexts.placeholders.contains(name) {
            diagnostics.error(
                "there is no placeholder {\(name)}",
                at: node.span,
                expected: UserTexts.placeholders.map { "{\($0)}" }.joined(separator: ", "),
                help: Suggestion.help(for: name, among: UserTexts.placeholders)
            )
        }
        return template
    }
}
