import ArgumentParser
import Completion
import CivilTime
import Platform
import Reminders
import Session

/// The options of a reminder that follows the active programs.
struct PlanRelationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The days of your programs on which it is sent: training-days, rest-days or days-before-training.",
            valueName: "days"
        ),
        completion: .list(PlanRelation.days.map(\.description))
    )
    var on: String?
    @Option(
        help: ArgumentHelp("Time before the first workout of a day, such as 2h.", valueName: "span"),
        completion: .values(.span)
    )
    var beforeWorkout: String?
    @Option(
        help: ArgumentHelp("Time after the last workout of a day, such as 30m.", valueName: "span"),
        completion: .values(.span)
    )
    var afterWorkout: String?

    /// The options that were given.
    private var given: [String] {
        [(on, "--on"), (beforeWorkout, "--before-workout"), (afterWorkout, "--after-workout")].compactMap {
            value,
            name in
            value == nil ? nil : name
        }
    }

    /// The repetition that was asked for, by these options or by `--repeat`; nil if there is none.
    func rule(repeat rule: String?, _ values: ReminderValues) throws(CommandError) -> RepeatRule? {
        let names = (rule == nil ? [] : ["--repeat"]) + given
        guard names.count < 2 else {
            throw .misused("\(names[0]) and \(names[1]) cannot be combined; give one of them")
        }
        if let rule { return try values.rule(rule) }
        if let span = try span(beforeWorkout, "--before-workout") { return .following(.beforeWorkout(span)) }
        if let span = try span(afterWorkout, "--after-workout") { return .following(.afterWorkout(span)) }
        guard let on else { return nil }
        guard let relation = PlanRelation.days.first(where: { $0.description == on.lowercased() }) else {
            throw OptionValue.unknown(on, "--on", among: PlanRelation.days.map(\.description))
        }
        return .following(relation)
    }

    private func span(_ text: String?, _ name: String) throws(CommandError) -> TimeSpan? {
        try OptionValue.span(text, name, in: PlanRelation.spanRange)
    }
}

extension ReminderValues {
    /// The first time of a reminder.
    ///
    /// - Parameters:
    ///   - at: the value of `--at`.
    ///   - after: the value of `--in`.
    ///   - rule: the repetition.
    ///   - old: the reminder that is changed, if any.
    func moment(at: String?, after: String?, _ rule: RepeatRule, old: UserReminder? = nil) throws(CommandError)
        -> CivilDateTime
    {
        guard rule.hasTime else {
            guard at == nil, after == nil else {
                throw .misused(
                    "the reminder's time follows from the workouts ('\(rule)'), so \(at == nil ? "--in" : "--at") has no effect; omit it, or choose another repetition"
                )
            }
            return old.map { CivilDateTime(date: $0.at.date, time: .midnight) }
                ?? CivilDateTime(date: store.session.today, time: .midnight)
        }
        if let old, old.rule.hasTime, at == nil, after == nil { return old.at }
        // A time alone does not move the days of a repeated reminder.
        if let old, old.rule.hasTime, old.rule != .once, let time = at.flatMap({ try? TimeOfDay(typed: $0) }) {
            return CivilDateTime(date: old.at.date, time: time)
        }
        return try moment(at: at, after: after)
    }
}
