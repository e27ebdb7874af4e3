internal import Localization
internal import YAMLSource

/// Reads the user's own texts and reports unknown placeholders.
enum UserTextsReader {
    private static let keys: KeySet = ["workout", "rest", "ended"]
    private static let parts: KeySet = ["title", "body"]

    static func read(_ node: YAMLNode, into diagnostics: inout Diagnostics) -> UserTexts {
        var texts = UserTexts()
        guard let reader = MappingReader(node, as: "'texts'", keys: keys, into: &diagnostics) else { return texts }
        if let workout = reader["workout"].flatMap({
            MappingReader($0, as: "'workout'", keys: parts, into: &diagnostics)
        }) {
            texts.workoutTitle = title(workout["title"], into: &diagnostics)
            texts.workoutBody = body(workout["body"], into: &diagnostics)
        }
        if let rest = reader["rest"].flatMap({ MappingReader($0, as: "'rest'", keys: parts, into: &diagnostics) }) {
            texts.restTitle = title(rest["title"], into: &diagnostics)
            texts.restBody = body(rest["body"], into: &diagnostics)
        }
        if let ended = reader["ended"].flatMap({ MappingReader($0, as: "'ended'", keys: parts, into: &diagnostics) }) {
            // A program ends once: there is no other text to take turns with.
            texts.endedTitle = ended["title"].flatMap {
                title($0, with: UserTexts.endedPlaceholders, into: &diagnostics)
            }
            texts.endedBody = ended["body"].flatMap {
                template($0, with: UserTexts.endedPlaceholders, into: &diagnostics)
            }
        }
        return texts
    }

    private static func title(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> RotatingText? {
        text(node, into: &diagnostics) { title($0, with: UserTexts.placeholders, into: &$1) }
    }

    private static func title(_ node: YAMLNode, with placeholders: [String], into diagnostics: inout Diagnostics)
        -> TextTemplate?
    {
        guard let title = template(node, with: placeholders, into: &diagnostics) else { return nil }
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

    private static func body(_ node: YAMLNode?, into diagnostics: inout Diagnostics) -> RotatingText? {
        text(node, into: &diagnostics) { template($0, with: UserTexts.placeholders, into: &$1) }
    }

    /// One text, or a list of different ones.
    private static func text(
        _ node: YAMLNode?,
        into diagnostics: inout Diagnostics,
        _ read: (YAMLNode, inout Diagnostics) -> TextTemplate?
    ) -> RotatingText? {
        guard let node else { return nil }
        guard node.kind == .sequence else { return read(node, &diagnostics).map { RotatingText($0) } }
        let nodes = Array(node.elements)
        guard !nodes.isEmpty else {
            diagnostics.error(
                "the list of texts is empty",
                at: node.span,
                help: "add a text, or remove the key to use the default"
            )
            return nil
        }
        guard nodes.count <= RotatingText.mostTexts else {
            diagnostics.error("there are more than \(RotatingText.mostTexts) texts", at: node.span)
            return nil
        }
        var known: [TextTemplate: YAMLNode] = [:]
        let texts = nodes.compactMap { entry -> TextTemplate? in
            guard let text = read(entry, &diagnostics) else { return nil }
            // With a text that occurs twice, two reminders in a row could have it.
            if let first = known[text] {
                diagnostics.error(
                    "this text is in the list twice",
                    at: entry.span,
                    help: "remove it, or change it",
                    notes: [Diagnostic.Note("the first is here", at: first.span)]
                )
            }
            known[text] = known[text] ?? entry
            return text
        }
        return texts.first.map { RotatingText($0, Array(texts.dropFirst())) }
    }

    private static func template(_ node: YAMLNode, with placeholders: [String], into diagnostics: inout Diagnostics)
        -> TextTemplate?
    {
        guard let text = node.string("text", into: &diagnostics) else { return nil }
        let template = TextTemplate(text)
        guard let names = template.placeholders else {
            diagnostics.error("unmatched brace in this text", at: node.span, help: "write {{ or }} for a literal brace")
            return nil
        }
        for name in names where !placeholders.contains(name) {
            diagnostics.error(
                "unknown placeholder {\(name)}",
                at: node.span,
                expected: placeholders.map { "{\($0)}" }.joined(separator: ", "),
                help: Suggestion.help(for: name, among: placeholders)
            )
        }
        return template
    }
}
