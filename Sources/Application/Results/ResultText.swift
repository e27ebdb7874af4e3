import SystemPackage

/// A text for people, with the key `text` inside an object whose own key names the subject.
struct ResultText: Encodable {
    let text: String
}

/// A problem, or advice about one, with the key `message` inside an object whose own key names the subject.
package struct ResultMessage: Encodable {
    package let message: String

    package init(message: String) { self.message = message }
}

extension String {
    /// With an upper-case first letter.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
