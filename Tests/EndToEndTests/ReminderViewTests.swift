import Foundation
import TestSupport
import Testing

/// What becomes of a reminder, in each view of it: `history`, `why`, `today`, `status` and `pending`, also as JSON.
@Suite struct ReminderViewTests {
    /// What happens to the reminder of Monday, 23 November at 07:30, and how it is shown afterwards.
    struct Case: CustomTestStringConvertible {
        /// The commands, each after its time.
        let steps: [String]
        /// The time at which it is shown.
        let now: String
        /// Its state in `history`; nil if it is not there.
        var history: String?
        /// The code of `no_reminder` in `today`; nil if there is a reminder ahead.
        var absence: String?
        /// A code of `why`.
        var cause: String?
        /// The list of `status` that has it.
        var status: String?
        var isPending = false
        /// A part of the text of `today`.
        let text: String

        var testDescription: String { "\(steps) \(now)" }
    }

    private static let id = "workout/2026-11-23/0730"

    private struct Listed: Decodable {
        let id: String?
        let notification: String?
        let state: String?
    }
    private struct Reason: Decodable { let reason: String }
    private struct Cause: Decodable { let code: String }
    private struct View: Decodable {
        let notifications: [Listed]?
        let no_reminder: Reason?
        let causes: [Cause]?
        let waiting, overdue, missed: [Listed]?

        func state(of id: String) -> String? { notifications?.first { $0.id == id }?.state }
    }

    private func view(_ home: Home, _ line: String) throws -> View {
        let run = try home.antrain(line + " --json")
        #expect(run.status == 0, "\(line): \(run)")
        return try JSONDecoder().decode(View.self, from: Data(run.output.utf8))
    }

    @Test(arguments: [
        Case(
            steps: ["2026-11-23T07:30 deliver"],
            now: "2026-11-23T08:00",
            history: "delivered",
            absence: "delivered",
            cause: "workout",
            status: "waiting",
            text: "sent at 07:30, unanswered"
        ),
        Case(
            steps: [],
            now: "2026-11-23T07:30",
            absence: "due",
            cause: "due",
            status: "overdue",
            isPending: true,
            text: "(due now, not sent yet)"
        ),
        Case(
            steps: [],
            now: "2026-11-23T11:30",
            absence: "due",
            cause: "due",
            status: "overdue",
            isPending: true,
            text: "(due now, not sent yet)"
        ),
        Case(
            steps: ["2026-11-23T18:00 schedule-next"],
            now: "2026-11-23T18:01",
            history: "missed",
            absence: "missed",
            cause: "not-run",
            status: "missed",
            text: "(missed)"
        ),
        Case(
            steps: ["2026-11-23T07:00 done"],
            now: "2026-11-23T08:00",
            absence: "done",
            cause: "done",
            text: "already done"
        ),
        Case(
            steps: ["2026-11-23T07:00 skip"],
            now: "2026-11-23T08:00",
            absence: "skipped",
            cause: "skipped",
            text: "you skipped it"
        ),
        Case(
            steps: ["2026-11-23T07:00 cancel workout/2026-11-23/0730"],
            now: "2026-11-23T08:00",
            absence: "cancelled",
            cause: "cancelled",
            text: "you cancelled it"
        ),
        Case(
            steps: ["2026-11-23T07:30 deliver", "2026-11-23T08:00 done"],
            now: "2026-11-23T08:01",
            history: "delivered",
            absence: "done",
            cause: "done",
            text: "already done"
        ),
        Case(
            steps: ["2026-11-23T07:00 settings --time 06:30"],
            now: "2026-11-23T07:01",
            history: "dropped",
            absence: "dropped",
            cause: "settings-changed",
            text: "a change removed it"
        ),
        Case(
            steps: ["2026-11-23T07:00 settings --time 18:00"],
            now: "2026-11-23T07:40",
            history: "replaced",
            cause: "settings-changed",
            text: "today at 18:00"
        ),
        Case(
            steps: ["2026-11-23T07:00 settings --days tue"],
            now: "2026-11-23T07:40",
            history: "dropped",
            absence: "weekday-off",
            cause: "settings-changed",
            text: "Monday is not one of your training days"
        ),
        Case(
            steps: ["2026-11-23T07:00 settings --off"],
            now: "2026-11-23T07:40",
            history: "dropped",
            absence: "off",
            cause: "settings-changed",
            text: "reminders are off"
        ),
        Case(
            steps: ["2026-11-23T07:00 program deactivate push-pull-legs"],
            now: "2026-11-23T07:40",
            history: "dropped",
            absence: "nothing-planned",
            cause: "program-deactivated",
            text: "no active program covers this date"
        ),
        Case(
            steps: ["2026-11-23T07:00 pause"],
            now: "2026-11-23T07:40",
            history: "dropped",
            absence: "paused",
            cause: "paused",
            text: "to resume: antrain resume"
        ),
        // The time of the second program had simply passed; what a change removed was another program's reminder.
        Case(
            steps: [
                "2026-11-23T07:00 program deactivate push-pull-legs",
                "2026-11-23T07:40 program activate bodyweight-routine --time 07:35",
            ],
            now: "2026-11-23T07:41",
            history: "dropped",
            absence: "past",
            cause: "program-deactivated",
            text: "its time has passed"
        ),
        Case(
            steps: ["2026-11-23T07:00 move 2026-11-23 2026-11-24"],
            now: "2026-11-23T07:40",
            history: "dropped",
            absence: "rest-day",
            cause: "moved-away",
            text: "no reminders on rest days"
        ),
        Case(
            steps: ["2026-11-23T07:00 settings --time 06:30", "2026-11-23T07:01 settings --time 07:30"],
            now: "2026-11-23T07:02",
            isPending: true,
            text: "today at 07:30"
        ),
        Case(
            steps: ["2026-11-22T21:00 settings horizon 2", "2026-11-22T21:01 settings language de"],
            now: "2026-11-23T07:02",
            isPending: true,
            text: "07:30"
        ),
    ])
    func allViewsAgree(_ one: Case) throws {
        let home = try Home.ready()
        for step in one.steps {
            let parts = step.split(separator: " ", maxSplits: 1).map(String.init)
            home.now = parts[0]
            #expect(try home.antrain(parts[1]).status == 0, "\(step)")
        }
        home.now = one.now
        #expect(try view(home, "history").state(of: Self.id) == one.history)
        let why = try view(home, "why 2026-11-23")
        #expect(why.state(of: Self.id) == one.history ?? (one.isPending ? "pending" : nil))
        if one.isPending { #expect(try view(home, "history").notifications?.isEmpty == true) }
        if let cause = one.cause { #expect(why.causes?.contains { $0.code == cause } == true, "\(why)") }
        #expect(try view(home, "today").no_reminder?.reason == one.absence)
        let text = try home.antrain("today").output.replacing(/\s+/, with: " ")
        #expect(text.contains(one.text), "\(text)")
        let week = try home.antrain("week --this", environment: ["COLUMNS": "300"]).output
        let due = week.split(separator: "\n").first { $0.contains("23 Nov") || $0.contains("23. Nov") }
        let short = one.text.filter { !"()".contains($0) }.replacing("today at ", with: "")
        #expect(due?.contains(short) == true || one.absence == "nothing-planned", "\(week)")
        let status = try view(home, "")
        for (list, listed) in [("waiting", status.waiting), ("overdue", status.overdue), ("missed", status.missed)] {
            let ids = (listed ?? []).map { $0.id ?? $0.notification }
            #expect(ids == (one.status == list ? [Self.id] : []), "\(list)")
        }
        #expect(try home.pending().contains(Self.id) == one.isPending)
    }

    /// The first run of all is at the reminder's time, or some seconds later, as under cron.
    @Test(arguments: ["2026-11-23T07:30:00", "2026-11-23T07:30:59", "2026-11-23T07:31:00"])
    func theFirstRunAtTheTimeOfAReminderSendsIt(now: String) throws {
        let home = try Home(now: "2026-11-22T20:00")
        try home.antrain("program activate push-pull-legs.yaml")
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 07:30\nchannels: [console]\n")
        home.now = now
        let isOnTime = now < "2026-11-23T07:31"
        let today = try home.antrain("today").output
        #expect(today.contains(isOnTime ? "due now, not sent yet" : "its time has passed"), "\(today)")
        #expect(try home.antrain("schedule-next").output.contains("Push Day") == isOnTime)
        #expect(try view(home, "history").state(of: Self.id) == (isOnTime ? "delivered" : nil))
    }

    /// A change that drops today's reminder offers to send it, and the command that it names works.
    @Test func aDroppedReminderCanBeSentNow() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:00"
        let change = try home.antrain("settings --time 06:30")
        let said = change.errors.replacing(/\s+/, with: " ")
        let command = "antrain snooze workout/2026-11-23/0630 --for 1m"
        let hint = "today's reminder for Push Day is no longer planned; to send it now: \(command)"
        #expect(said.contains(hint) && change.errors.contains(command), "\(change)")
        #expect(try home.antrain("snooze workout/2026-11-23/0630 --for 1m").status == 0)
        home.now = "2026-11-23T07:01"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        #expect(!(try home.antrain("settings --time 06:20").errors.contains("no longer planned")))
    }

    @Test(arguments: [("", true), ("n", false)]) func aDroppedReminderIsOfferedOnATerminal(answer: String, isSent: Bool)
        throws
    {
        let home = try Home.ready()
        home.now = "2026-11-23T07:00"
        let output = try home.onTerminal("settings --time 06:30", answer)
        #expect(output.contains("Send today's reminder for Push Day now? [Y/n]"), "\(output)")
        let history = try view(home, "history").notifications ?? []
        #expect(history.contains { $0.state == "delivered" } == isSent, "\(output)")
    }

    /// A change of the program's file, and a program that gets the date.
    @Test func changesOfProgramsAreNamed() throws {
        let home = try Home()
        let text = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write("mine.yaml", text)
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30")
        home.now = "2026-11-23T07:00"
        try home.folder.write("mine.yaml", text + "exceptions: [{pause: 2026-11-20, until: 2026-12-20}]\n")
        try home.antrain("schedule-next")
        let why = try home.antrain("why").output.replacing(/\s+/, with: " ")
        #expect(why.contains("dropped") && why.contains("the file of Push Pull Legs changed (read"), "\(why)")
    }
}
