import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing
import Training

/// Choices among alternative exercises.
@Suite struct ChoiceTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func choice(_ alternative: String, oneDay: Bool = false) -> ExerciseChoice {
        ExerciseChoice(exercise: "squat", alternative: alternative, on: monday, isForOneDay: oneDay)
    }

    private func record(_ events: LedgerEvent...) throws { _ = try ledger.plan([], facts: events) }

    private func choices(_ program: String) throws -> [ExerciseChoice] {
        try ledger.planningFacts(today: monday).choices[program]?.all ?? []
    }

    @Test func choicesAreKeptInOrderAndUndone() throws {
        try record(.chosen(programID: "mine", choice("front-squat")))
        try record(.chosen(programID: "mine", choice("leg-press", oneDay: true)))
        try record(.chosen(programID: "other", choice("squat")))
        #expect(try choices("mine") == [choice("front-squat"), choice("leg-press", oneDay: true)])
        #expect(try choices("other") == [choice("squat")])
        #expect(
            try ledger.undoableActions(limit: 9).map(\.subjects) == [["other/squat"], ["mine/squat"], ["mine/squat"]]
        )
        for _ in 1...2 { try record(.undone(batch: try #require(try ledger.lastAction()).batch)) }
        #expect(try choices("mine") == [choice("front-squat")] && choices("other").isEmpty)
    }

    /// A choice that was made with an answer is undone with it, and is no subject of its own.
    @Test func aChoiceOfAnAnswerIsPartOfIt() throws {
        let key = OccurrenceKey(.program("mine"), on: monday)
        try record(.answered(key, dayID: "a", .completed), .chosen(programID: "mine", choice("front-squat")))
        let action = try #require(try ledger.lastAction())
        #expect(action.kind == .completed && action.subjects == ["mine"])
        #expect(try ledger.undoableActions(limit: 9) == [action])
        try record(.undone(batch: action.batch))
        #expect(try choices("mine").isEmpty)
    }
}
