import Foundation
import Platform
import Testing

/// `antrain import ics`.
@Suite struct ImportICSTests {
    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VEVENT
        UID:tea
        SUMMARY:Tea\\, hot
        DTSTART;TZID=Europe/Berlin:20261123T160000
        RRULE:FREQ=DAILY
        END:VEVENT
        BEGIN:VTODO
        UID:physio
        SUMMARY:Call the physio
        DUE:20261127T150000Z
        END:VTODO
        BEGIN:VEVENT
        UID:rent
        SUMMARY:Rent
        DTSTART;VALUE=DATE:20261201
        RRULE:FREQ=YEARLY
        END:VEVENT
        END:VCALENDAR

        """

    private func stage() throws -> CommandStage {
        let stage = try CommandStage()
        try stage.write(".config/antrain/settings.yaml", "enabled: on\n")
        try stage.write("other.ics", Self.calendar)
        return stage
    }

    @Test func anImportIsIdempotentAndCanBeUndone() throws {
        let stage = try stage()
        let preview = try stage.run("import ics other.ics --dry-run")
        #expect(preview.status == .success && preview.output.contains("2 reminders would be added"), "\(preview)")
        #expect(
            preview.output.contains("line 14: 'Rent': reminders cannot repeat like this: FREQ=YEARLY"),
            "\(preview)"
        )
        #expect(try stage.run("reminder list").output.contains("Tea, hot") == false)
        let added = try stage.run("import ics other.ics")
        #expect(added.output.contains("added 2 reminders; 'antrain undo' removes them"), "\(added)")
        let list = try stage.run("reminder list").output
        #expect(list.contains("Tea, hot") && list.contains("Call the physio"), "\(list)")
        #expect(try stage.run("pending --json").output.contains("reminder/1/2026-11-23/1600"))
        let again = try stage.run("import ics other.ics --json")
        #expect(again.output.contains("\"added\" : [\n\n  ]") && again.output.contains("\"known\" : 2"), "\(again)")
        // A reminder that was changed or deleted is not added again.
        #expect(try stage.run("reminder edit 1 --at 2026-11-24_17:00").status == .success)
        #expect(try stage.run("reminder delete 2 --yes").status == .success)
        #expect(try stage.run("import ics other.ics").output.contains("already imported: 2"))
        #expect(try stage.run("undo").output.contains("Call the physio"))
        #expect(try stage.run("undo").output.contains("undid: changed reminder (Tea, hot)"))
        let undone = try stage.run("undo")
        #expect(undone.status == .success && undone.output.contains("Tea"), "\(undone)")
        #expect(try !stage.run("reminder list").output.contains("Tea, hot"))
        #expect(try !stage.run("pending --json").output.contains("reminder/1/"))
        #expect(try stage.run("import ics other.ics").output.contains("added 2 reminders"))
    }

    /// Events that antrain exported are not imported as reminders.
    @Test func ownExportsAreRefused() throws {
        let stage = try stage()
        #expect(try stage.run("import ics other.ics").status == .success)
        #expect(try stage.run("export ics own.ics --days 7").status == .success)
        let run = try stage.run("import ics own.ics")
        #expect(run.output.contains("antrain exported it") && run.output.contains("nothing to add"), "\(run)")
    }

    @Test(arguments: [
        ("missing.ics", Platform.ExitStatus.missingInput, "missing.ics"), ("notes.txt", .badData, "line 1: expected"),
    ])
    func otherFilesAreReported(name: String, status: Platform.ExitStatus, message: String) throws {
        let stage = try stage()
        try stage.write("notes.txt", "hello\n")
        let run = try stage.run("import ics \(name)")
        #expect(run.status == status && run.messages.contains(message) && run.output.isEmpty, "\(run)")
    }
}
