import Foundation

/// Writes a result that comes in parts as one: text part by part, and JSON as one document.
///
/// The parts are results of one kind, each with one list, whose name is the last of the document's names in alphabetical order.
struct ResultStream {
    private static let end = "\n  ]\n}\n"
    private static let start = " : [\n"

    private let context: Context
    private let isJSON: Bool
    private var hasBegun = false

    init(_ context: Context, asJSON: Bool) {
        self.context = context
        isJSON = asJSON
    }

    /// Writes a part.
    mutating func show(_ part: some CommandResult) {
        guard isJSON else { return context.show(part, asJSON: false) }
        let text = JSONDocument.text(part)
        guard let start = text.range(of: ResultStream.start)?.upperBound, text.hasSuffix(ResultStream.end) else {
            // An empty list is a document by itself.
            if !hasBegun { _ = context.output.data(text) }
            return
        }
        let entries = text[start...].dropLast(ResultStream.end.count)
        _ = context.output.data(hasBegun ? ",\n" + entries : String(text.dropLast(ResultStream.end.count)))
        hasBegun = true
    }

    /// Ends the document.
    func end() {
        if hasBegun { _ = context.output.data(ResultStream.end) }
    }
}
