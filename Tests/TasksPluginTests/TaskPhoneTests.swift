import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// Two phones, which other programs synchronize and edit.
@Suite(.requires(TaskPhone.needs)) struct TaskPhoneTests {
    private let stage: TaskStage
    private let phones: [TaskPhone]

    init() throws {
        stage = try TaskStage(named: "lists/training")
        try stage.schedule(workout(23), workout(24), workout(25), workout(26))
        phones = [try TaskPhone(with: stage.path), try TaskPhone(with: stage.path, zone: "America/New_York")]
        try synchronize()
    }

    /// Each phone twice, because the first may get what the second changed.
    private func synchronize() throws {
        for phone in phones + phones { try phone.synchronize() }
    }

    private func id(_ day: Int, on phone: Int) throws -> String {
        try "\(#require(phones[phone].tasks().first { $0.due == workout(day).instant }?.id))"
    }

    private var alarms: [[Int64]] {
        get throws { try ([stage.path] + phones.map(\.path)).map(TaskPhone.alarms) }
    }

    @Test func everyPhoneRings() throws {
        let expected = [23, 24, 25, 26].map { workout($0).instant }
        #expect(try alarms == [expected, expected, expected])
        #expect(try phones[0].tasks().map(\.description) == Array(repeating: workout().body, count: 4))
    }

    @Test func whatPhonesDoIsAnswered() throws {
        stage.now = workout(24).instant
        try phones[0].todoman(["done", id(23, on: 0)], at: "2026-11-23 08:15:00")
        // 18:00 in New York.
        try phones[1].todoman(["edit", id(24, on: 1), "--due", "2026-11-24 18:00"], at: "2026-11-24 02:00:00")
        try phones[1].todoman(["cancel", id(25, on: 1)], at: "2026-11-24 02:01:00")
        let sets = "sed -i s/DESCRIPTION:Today/DESCRIPTION:squat\\ 5,5,5,5,3\\\\\\\\nToday/"
        try phones[0].todoman(["edit", "--raw", id(26, on: 0)], at: "2026-11-24 08:02:00", editor: sets)
        try phones[0].todoman(["done", id(26, on: 0)], at: "2026-11-24 08:03:00")
        try synchronize()
        let answers = try stage.answers().sorted { $0.notification < $1.notification }
        #expect(
            answers.map { "\($0.notification) \($0.action) \($0.detail) \($0.instant / 60 * 60)" } == [
                "workout/2026-11-23/0730 done  1795418100",
                "workout/2026-11-24/0730 snooze 2026-11-24T23:00:00Z 1795503600",
                "workout/2026-11-25/0730 skip  1795503660",
                "workout/2026-11-26/0730 done squat 5,5,5,5,3 1795503780",
            ]
        )
        for answer in answers { #expect(try stage.settle(answer) == .done) }
        #expect(try stage.answers().isEmpty)
        // A workout that was undone comes back on both phones.
        try stage.schedule(workout(25))
        try synchronize()
        for phone in phones { #expect(try phone.tasks().filter { !$0.completed }.map(\.due) == [workout(25).instant]) }
    }

    /// Two phones that answer the same task: one answer, and the same on all sides.
    @Test func twoPhonesAnswerTheSameTask() throws {
        try phones[0].todoman(["done", id(23, on: 0)], at: "2026-11-23 08:15:00")
        try phones[1].todoman(["cancel", id(23, on: 1)], at: "2026-11-23 02:20:00")
        try synchronize()
        let answers = try stage.answers()
        #expect(answers.count == 1 && answers.first?.notification == workout(23).id)
        #expect(try stage.settle(try #require(answers.first)) == .done)
        try synchronize()
        #expect(try Set(phones.map { try $0.tasks().map(\.due) }).count == 1)
        #expect(try stage.answers().isEmpty)
    }

    @Test func aTaskThatAPhoneDeletedIsMissing() throws {
        stage.deleted = "skip"
        try phones[0].todoman(["delete", "--yes", id(24, on: 0)], at: "2026-11-23 08:15:00")
        try synchronize()
        #expect(try stage.answers().map { "\($0.action) \($0.notification)" } == ["skip \(workout(24).id)"])
        #expect(try alarms[1] == [23, 25, 26].map { workout($0).instant })
    }
}
