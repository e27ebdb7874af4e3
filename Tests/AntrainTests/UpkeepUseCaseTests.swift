import Backups
import CivilTime
import Delivery
import Foundation
import Ledger
import Planning
import Platform
import Progress
import Reminders
import Results
import Session
import SystemPackage
import Testing
import UseCases

/// Calls the use cases of deliveries, plugins and the ledger directly, without their commands.
@Suite struct UpkeepUseCaseTests {
    private static let ledger = ".local/share/antrain/ledger.sqlite"

    /// A home with a program and a log entry, on the morning of a workout.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\nchannels: [console]\n"
        )
        for line in ["program activate stronglifts-5x5", "log barbell-row 5x5@50kg", "schedule-next"] {
            let run = try stage.run(line)
            #expect(run.status == .success, "\(line): \(run)")
        }
        _ = try stage.run("pending", now: "2026-11-23T07:31")
        return stage
    }

    private func exercises(_ stage: CommandStage) throws -> [String] {
        try Store(try stage.workspace()).session.facts.log.map(\.exercise)
    }

    @Test func deliveringSendsWhatIsDueOnce() throws {
        let stage = try stage()
        func deliver() throws -> (ids: [String], printed: String, health: Health) {
            var (ids, printed) = ([String](), "")
            let print = { (text: String) -> String? in
                printed += text
                return nil
            }
            let delivering = Delivering(try stage.workspace(), since: RememberedRun.Beginning())
            let health = try delivering.run(print: print) { ids = $0.delivered.map(\.notification.id.rawValue) }
            return (ids, printed, health)
        }
        let first = try deliver()
        #expect(first.ids == ["workout/2026-11-23/0730"] && first.health.isGood, "\(first)")
        #expect(first.printed.contains("Workout A"), "\(first)")
        let second = try deliver()
        #expect(second.ids.isEmpty && second.printed.isEmpty && second.health.isGood, "\(second)")
    }

    @Test func deliveringWithoutASetupCreatesNothing() throws {
        let stage = try CommandStage()
        var count = 0
        let delivering = Delivering(try stage.workspace(), since: RememberedRun.Beginning())
        let health = try delivering.run(print: { $0 }, delivered: { count += $0.isEmpty ? 1 : 2 })
        #expect(health.isGood && count == 1 && stage.contents(Self.ledger) == nil)
        #expect(!FileManager.default.fileExists(atPath: stage.path(Self.ledger)))
    }

    @Test func aRunIsReviewedWithoutDelivering() throws {
        let stage = try stage()
        let completing = try CompletingRun(try Replanning(try Store(try stage.workspace())).preview())
        var printed = ""
        let print = { (text: String) -> String? in
            printed += text
            return nil
        }
        #expect(try completing.review(always: true).isGood && printed.isEmpty)
        #expect(try completing.run(since: RememberedRun.Beginning(), always: false, print: print).isGood)
        #expect(printed.contains("Workout A"))
    }

    @Test func aPreviewOfThePlanChangesNothing() throws {
        let stage = try stage()
        let file = ".config/antrain/settings.yaml"
        try stage.write(file, try #require(stage.contents(file)).replacing("07:30", with: "19:15"))
        let preview = try Replanning(try Store(try stage.workspace())).preview()
        #expect(preview.move == nil)
        #expect(try !stage.run("pending --json").output.contains("workout/2026-11-23/1915"))
        let planned = try Replanning(try Store(try stage.workspace())).run()
        #expect(planned.difference == preview.difference)
        #expect(try stage.run("pending --json").output.contains("workout/2026-11-23/1915"))
    }

    @Test func aNewPluginNeedsAnEmptyFolder() throws {
        let stage = try CommandStage()
        func create() throws {
            _ = try CreatingPlugin(try stage.workspace().context, "desk", in: .c, at: "mine/desk").run()
        }
        try create()
        #expect(stage.contents("mine/desk/README.md")?.contains("desk") == true)
        #expect(throws: CommandError.self) { try create() }
    }

    @Test func aBackupIsReadBeforeItIsRestored() throws {
        let stage = try stage()
        #expect(try stage.run("backup kept.tar").status == .success)
        #expect(try stage.run("log squat 5x5@60kg").status == .success)
        let path = FilePath(stage.path("kept.tar"))
        let restoring = try RestoringBackup(try stage.workspace(), path, as: "kept.tar", LaunchOptions())
        #expect(restoring.plan.replaces)
        #expect(try exercises(stage).contains("squat"))
        #expect(try restoring.run().permissions.isEmpty)
        #expect(try exercises(stage) == ["barbell-row"])
    }

    @Test func aLostLedgerIsRebuiltFromTheSnapshot() throws {
        let stage = try stage()
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: stage.path(Self.ledger + suffix))
        }
        #expect(throws: CommandError.self) { try exercises(stage) }
        _ = try RepairingLedger(try stage.workspace()).run()
        #expect(try exercises(stage) == ["barbell-row"])
    }
}
