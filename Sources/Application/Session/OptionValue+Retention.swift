package import CivilTime
package import Platform
import Reminders

extension OptionValue {
    /// How long details are kept; nil for `all`.
    package static func keep(_ text: String, _ name: String) throws(CommandError) -> CalendarSpan? {
        if text.lowercased() == "all" { return nil }
        let span: CalendarSpan
        do { span = try CalendarSpan(parsing: text) } catch {
            throw .badOption(name: name, value: text, reason: "\(error), or all")
        }
        guard span.approximateDays >= Settings.shortestKeep else {
            throw .badOption(
                name: name,
                value: text,
                reason:
                    "plans and answers refer to the last months; expected at least \(Settings.shortestKeep)d, or all"
            )
        }
        return span
    }
}
