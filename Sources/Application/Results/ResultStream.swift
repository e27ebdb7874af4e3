import Foundation
package import Platform

/// Writes a long result in parts, so that it needs little memory: JSON parts become one document.
///
/// The parts are results of one kind with one list each, whose key is the last one in alphabetical order.
package struct ResultStream {
    private static let end = "\n  ]\n}\n"
    private static let start = " : [\n"

    private let context: Context
    private let isJSON: Bool
    private var hasBegun = false

    package init(_ context: Context, asJSON: Bool) {
        self.context = context
        isJSON = asJSON
    }

    package mutating func show(_ part: some CommandResult) {
        guard isJSON else { return context.show(part, asJSON: false) }
        let text = JSONDocument.text(part)
        guard let start = text.range(of: ResultStream.start)?.upperBound, text.hasSuffix(ResultStream.end) else {
            // A part with an empty list is a complete document.
            if !hasBegun { _ = context.output.data(text) }
            return
        }
        let entries = text[start...].dropLast(ResultStream.end.count)
        _ = context.output.data(hasBegun ? ",\n" + entries : String(text.dropLast(ResultStream.end.count)))
        hasBegun = true
    }

    package func end() {
        if hasBegun { _ = context.output.data(ResultStream.end) }
    }
}
