import ArgumentParser
import Completion
import CivilTime
import Platform
import Localization
import Planning
import Reminders
import Results
import Session
import UseCases

/// The command `antrain reminder add`.
struct ReminderAddCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a reminder.",
        discussion: """
            A reminder can follow your active programs: --on chooses their training or rest days, and --before-workout and --after-workout \
            count from the time of the workout's reminder. It then follows every change of the plan, such as a move or a pause.
            """
    )

    @Argument(help: "Title of the reminder.") var title: String
    @Argument(
        help: "Time, as with --at: 9pm, fri 19:00, or 45m from now.",
        completion: .values(.moment)
    )
    var time: [String] = []
    @Option(
        help: ArgumentHelp("Time, such as 9pm, 'fri 19:00' or '2026-11-27 09:00'.", valueName: "time"),
        completion: .values(.moment)
    )
    var at: String?
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Time from now, such as 45m, 2d12h or '3 days'.", valueName: "span"),
        completion: .values(.span)
    )
    var after: String?
    @Option(help: "Notes.") var notes: String?
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "Repetition: daily, weekdays, weekly:mon,thu, every 3d, monthly:15 or 'monthly:last fri' (default: once).",
            valueName: "rule"
        ),
        completion: .values(.repetition)
    ) var rule: String?
    @OptionGroup var relation: PlanRelationOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let values = ReminderValues(store)
        let title = try values.title(title)
        if !time.isEmpty, at != nil || after != nil {
            throw .misused("the time is given twice; give it after the title, or with --at or --in")
        }
        let at = time.isEmpty ? at : time.joined(separator: " ")
        let rule = try relation.rule(repeat: rule, values) ?? .once
        let reminder = UserReminder(
            number: 0,
            title: title,
            notes: try values.notes(notes),
            at: try values.moment(at: at, after: after, rule),
            rule: rule
        )
        let (added, result) = try AddingReminder(store, reminder).run()
        workspace.report(result, asJSON: data.json)
        values.warn(of: added)
        return .success
    }
}

/// Parses the values of a reminder, and warns if it will not be sent.
struct ReminderValues {
    private static let sayWhen = "no time given; add --at or --in, such as --at 09:00 or --in 45m"

    let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// Notes; nil if empty.
    func notes(_ text: String?) throws(CommandError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        try OptionValue.checkPrintable(text, "--notes")
        return text
    }

    func title(_ text: String) throws(CommandError) -> String {
        let title = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let longest = UserReminder.longestTitle
        try OptionValue.checkPrintable(text, "title")
        guard !title.isEmpty, title.count <= longest else {
            throw .badOption(
                name: "title",
                value: text,
                reason: "expected 1 to \(longest) characters"
            )
        }
        return title
    }

    func moment(at: String?, after: String?) throws(CommandError) -> CivilDateTime {
        switch (at, after) {
        case (let at?, nil): return try typed(at)
        case (nil, let after?): return try moment(after: after, "--in")
        case (nil, nil): throw .misused(Self.sayWhen)
        default: throw .misused("--at and --in cannot be combined; give one of them")
        }
    }

    /// Rejects a date that does not exist: after the calendar's end, or skipped by the time zone.
    func possible(_ moment: CivilDateTime, _ name: String, _ value: String) throws(CommandError) -> CivilDateTime {
        guard moment.date < .latest else {
            throw .badOption(
                name: name,
                value: value,
                reason: "dates end at \(CivilDate.lastPlanned); choose an earlier time"
            )
        }
        guard store.session.zone.has(moment.date) else {
            throw .badOption(
                name: name,
                value: value,
                reason: "the time zone \(store.session.zone) skips \(moment.date); choose another date"
            )
        }
        return moment
    }

    /// The local time of an instant; if that time is ambiguous, the first unambiguous one after it, with a warning.
    private func afterFold(_ instant: Instant) -> CivilDateTime {
        let (wanted, words) = (store.session.zone.civil(at: instant), store.session.words)
        let civil = store.session.zone.civil(notBefore: instant)
        if civil != wanted {
            let moment = words.moment(civil, today: store.session.today)
            store.workspace.warn(
                words.text(.reminderTwice, ["time": words.format.time(wanted.time), "moment": moment])
            )
        }
        return civil
    }

    /// The time of `--at`, which may also be a duration from now.
    private func typed(_ text: String) throws(CommandError) -> CivilDateTime {
        let typed = try OptionValue.parsed(text, "--at") { text throws(CivilTimeError) in
            try TypedMoment(parsing: text, now: store.session.now, in: store.session.zone)
        }
        switch typed {
        case .at(let moment)?: return try possible(moment, "--at", text)
        case .after?: return try moment(after: text, "--at")
        case .date(let date)?:
            throw .badOption(
                name: "--at",
                value: text,
                reason: "expected a date and a time, such as '\(date) 09:00' or '\(date) 9pm'"
            )
        case nil: throw .misused(Self.sayWhen)
        }
    }

    private func moment(after text: String, _ name: String) throws(CommandError) -> CivilDateTime {
        let range = TimeSpan.minutes(1)...TimeSpan.days(366)
        let span = try OptionValue.span(text, name, in: range) ?? range.lowerBound
        return try possible(afterFold(store.session.now.adding(span)), name, text)
    }

    func rule(_ text: String?) throws(CommandError) -> RepeatRule? {
        guard let text else { return nil }
        do throws(RepeatRule.Failure) { return try RepeatRule(parsing: text) } catch {
            throw .badOption(name: "--repeat", value: text, reason: error.description)
        }
    }

    /// Warns if a reminder is kept but will not be sent.
    func warn(of reminder: UserReminder) {
        let words = store.session.words
        let isPast = store.session.zone.instant(of: reminder.at) <= store.session.now
        if isPast, reminder.rule == .once {
            let moment = words.format.statedMoment(reminder.at, today: store.session.today)
            let command = "'antrain reminder edit \(reminder.number) --at …'"
            store.workspace.warn(words.text(.reminderPast, ["moment": moment, "command": command]), words)
        } else if !store.session.settings.isEnabled {
            store.workspace.warn(words.text(.offWarning, ["command": "antrain settings --on"]), words)
        }
        guard reminder.rule.relation != nil, store.session.input.nextDate(of: reminder) == nil else { return }
        let command = "'antrain program activate NAME'"
        store.workspace.warn(
            store.session.programs.isEmpty
                ? words.text(.reminderNoProgram, ["command": command]) : words.text(.reminderNoDay)
        )
    }
}
