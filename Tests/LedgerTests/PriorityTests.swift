import Ledger
import Progress
import SystemPackage
import TestSupport
import Testing

/// The priorities of programs.
@Suite struct PriorityTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func activation(_ id: String, priority: Int = 0) -> Activation {
        Activation(programID: id, path: FilePath("/\(id).yaml"), start: monday, source: [], priority: priority)
    }

    private func record(_ events: LedgerEvent...) throws { _ = try ledger.plan([], facts: events) }

    private var priorities: [String: Int] {
        get throws { Dictionary(try ledger.activations().map { ($0.programID, $0.priority) }) { first, _ in first } }
    }

    /// A program keeps its priority until another one is recorded, and a priority can be undone; the activation stays.
    @Test func prioritiesAreRecordedAndUndone() throws {
        try record(.activated(activation("a")))
        try record(.activated(activation("b", priority: 7)))
        #expect(try priorities == ["a": 0, "b": 7])
        try record(.prioritized(programID: "a", 100))
        #expect(try priorities == ["a": 100, "b": 7])
        #expect(try ledger.undoableActions(limit: 9).map(\.subjects) == [["a"], ["b"], ["a"]])
        try record(.undone(batch: try #require(try ledger.lastAction()).batch))
        #expect(try priorities == ["a": 0, "b": 7])
        // The priority of an activation is a part of it, and is undone with it.
        try record(.deactivated(programID: "b"))
        let weight = try #require(BodyMeasurement(.weight, thousandths: 82_600, .kilograms, on: monday))
        try record(.activated(activation("b", priority: 8)), .measured(weight))
        #expect(try priorities == ["b": 8, "a": 0])
        try record(.undone(batch: try #require(try ledger.lastAction()).batch))
        #expect(try priorities == ["a": 0] && ledger.measurements().isEmpty)
        try record(.undone(batch: try #require(try ledger.lastAction()).batch))
        #expect(try priorities == ["a": 0, "b": 7])
    }

    /// A program that was deactivated or replaced is known as long as it matters to an active one.
    @Test func formerActivationsAreKnown() throws {
        try record(.activated(activation("a")))
        try record(.activated(activation("b", priority: 2)))
        try record(.activated(activation("c")))
        try record(.activated(activation("a")), .deactivated(programID: "b"))
        let facts = try ledger.planningFacts(today: monday)
        #expect(facts.activations.map(\.programID) == ["c", "a"])
        #expect(
            facts.former.map { "\($0.activation.programID) \($0.activation.priority) \($0.place)" } == [
                "a 0 0", "b 2 0",
            ]
        )
        try record(.deactivated(programID: "a"), .deactivated(programID: "c"))
        #expect(try ledger.planningFacts(today: monday).former.isEmpty)
    }
}
