import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// The text of a workout's task, and the user's changes to it.
@Suite struct TaskTextTests {
    private static let warmUp = "Squat (warm-up): 5 @ 40 kg"
    private static let squat = "Squat: 3×5 @ 60 kg"
    private static let curl = "Curl (optional): 2×10"

    private let stage: TaskStage

    init() throws { stage = try TaskStage() }

    private func listed(title: String? = "Push Day", sets: [String] = [warmUp, squat, curl]) -> WireNotification {
        var notification = workout()
        notification.attributes = [WirePair(key: "sets", value: sets.joined(separator: "\n"))]
        if let title { notification.attributes.append(WirePair(key: "list-title", value: title)) }
        return notification
    }

    /// A property of the only task without folding and escapes.
    private func text(_ name: String) throws -> String {
        let unfolded = try stage.task.replacing("\r\n ", with: "")
        let line = unfolded.split(separator: "\r\n").first { $0.hasPrefix(name + ":") } ?? ""
        return String(line.dropFirst(name.count + 1)).replacing("\\n", with: "\n").replacing("\\", with: "")
    }

    @Test func aTaskNamesItsWorkoutAndListsItsSets() throws {
        try stage.schedule(listed())
        #expect(try text("SUMMARY") == "Push Day")
        #expect(try text("DESCRIPTION") == "\(workout().body)\n\n\(Self.warmUp)\n\(Self.squat)\n\(Self.curl)")
        #expect(try stage.task.contains("ACTION:DISPLAY\r\nDESCRIPTION:Push Day\r\n"))
        // Unchanged text is not written again.
        let before = try stage.task
        try stage.schedule(listed())
        #expect(try stage.task == before)
        try stage.schedule(listed(title: nil))
        #expect(try text("SUMMARY") == "Workout Time!")
        try stage.schedule(workout())
        #expect(try text("DESCRIPTION") == workout().body)
    }

    /// New sets replace the old ones; the user's lines, title and ticks stay.
    @Test func aChangedPlanChangesTheTask() throws {
        try stage.schedule(listed())
        try stage.edit {
            $0.replacing("SUMMARY:Push Day", with: "SUMMARY:Mine").replacing("2×10", with: "2×10\\nmy own line")
        }
        try stage.schedule(listed(sets: ["Squat: 3×5 @ 62.5 kg", Self.curl]))
        #expect(try text("SUMMARY") == "Mine")
        #expect(
            try text("DESCRIPTION") == "\(workout().body)\n\nSquat: 3×5 @ 62.5 kg\n\(Self.curl)\n\nmy own line"
        )
        try stage.tick()
        #expect(try stage.answers().map(\.detail) == ["my own line"])
    }

    /// Changes by the user, and the resulting detail of the answer.
    @Test(arguments: [
        // antrain's own lines are not answers, even if an app changes spaces and line breaks.
        ("", "", ""), ("3×5 @", "3×5\u{A0} @", ""), ("@ 60 kg\\n", " @ 60 kg \\n\\n", ""),
        ("Today: Push Day\\n", "", ""),
        // A changed line states what the user did.
        ("3×5 @ 60 kg", "5\\,5\\,3 @ 60 kg", "Squat: 5,5,3 @ 60 kg"),
        ("3×5 @ 60 kg", "3×5 @ 55 kg", "Squat: 3×5 @ 55 kg"),
        ("2×10", "2×9", "Curl (optional): 2×9"),
        // An added line states what the user did, too.
        ("2×10", "2×10\\nsquat 5\\,5\\,3", "squat 5,5,3"),
        // If a line occurs twice, the user added one of them.
        ("2×10", "2×10\\nCurl (optional): 2×10", "Curl (optional): 2×10"),
    ])
    func changedLinesAreAnswers(old: String, new: String, detail: String) throws {
        try stage.schedule(listed())
        stage.now = workout().instant + 3600
        try stage.edit {
            let unfolded = $0.replacing("\r\n ", with: "")
            return old.isEmpty ? unfolded : unfolded.replacing(old, with: new)
        }
        try stage.tick()
        #expect(try stage.answers().map(\.detail) == [detail])
    }
}
