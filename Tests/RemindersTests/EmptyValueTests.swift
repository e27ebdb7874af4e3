import Localization
import Testing

/// The user's own texts with placeholders whose values are empty.
@Suite struct EmptyValueTests {
    @Test(
        arguments: [
            ("{workout}: {change}", "Push"), ("{workout}, {change}, {weeks}", "Push, 8"),
            ("{workout} ({change})", "Push"),
            ("({workout}, {change})", "(Push)"), ("({change}, {workout})", "(Push)"), ("{change}, {workout}", "Push"),
            ("{workout} ({change} {other})!", "Push!"), ("{workout}. {change}. Go.", "Push. Go."),
            ("{change}\n{workout}", "Push"), ("{workout}\n{change}", "Push"),
            ("{workout}\n{change}\n{weeks}", "Push\n8"),
            ("{workout}\n{change}, {other}\n{weeks}", "Push\n8"), ("{workout}\n- {change}\n- {weeks}", "Push\n- 8"),
            ("{workout}, {change} {weeks}", "Push, 8"), ("{workout} {change} {weeks}", "Push 8"),
            ("{workout} – {change} – {weeks}", "Push – 8"), ("{workout}: {change}, {weeks}", "Push, 8"),
            ("{workout}: {change}.", "Push."), ("{workout}! {change}.", "Push!"), ("{change}", ""),
            ("{change}, {other}", ""),
            ("{change}{workout}", "Push"), ("{workout}{change}{weeks}", "Push8"), ("{workout}:\n{weeks}", "Push:\n8"),
            ("{workout}, {weeks}", "Push, 8"), ("", ""),
        ]
    )
    func anEmptyValueLeavesNoGap(template: String, text: String) {
        let values = ["workout": "Push", "weeks": "8", "change": "", "other": ""]
        #expect(TextTemplate(template).filledWithoutGaps(values) == text)
    }
}
