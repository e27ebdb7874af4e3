internal import CivilTime
internal import YAMLSource

extension ProgramReader {
    private enum ModeName: String, CaseIterable {
        case weekdays, cycle, rotation
    }

    mutating func schedule(_ node: YAMLNode) -> Schedule? {
        guard let reader = MappingReader(node, as: "the schedule", keys: Keys.schedule, into: &diagnostics),
            let name = reader.required("mode", into: &diagnostics)?.choice(
                "schedule mode",
                of: ModeName.self,
                into: &diagnostics
            )
        else { return nil }
        refuseForeignKeys(reader, mode: name)
        let policy =
            reader["on-missed"]?.choice("'on-missed' policy", of: Schedule.MissedPolicy.self, into: &diagnostics)
            ?? .skip
        let failure =
            reader["on-failure"]?.choice("'on-failure' policy", of: Schedule.FailurePolicy.self, into: &diagnostics)
            ?? .continue
        if failure == .repeatWorkout, name == .weekdays, let node = reader["on-failure"] {
            diagnostics.error(
                "a program with fixed weekdays cannot repeat a single workout, because each weekday has its own workout",
                at: node.span,
                expected: "repeat-week, repeat-phase, or another mode"
            )
        }
        let between =
            reader["rest-days-between"].map { $0.integer("number of rest days", in: 0...6, into: &diagnostics) ?? 0 }
            ?? 0
        let length = reader["length"].flatMap { self.length($0) } ?? .endless
        let mode: Schedule.Mode? =
            switch name {
            case .weekdays: weekdays(reader)
            case .cycle: cycle(reader)
            case .rotation: rotation(reader)
            }
        let usual = defaultDays(reader)
        return mode.map {
            Schedule(
                mode: $0,
                onMissed: policy,
                onFailure: failure,
                restDaysBetween: between,
                length: length,
                defaultDays: usual
            )
        }
    }

    private mutating func refuseForeignKeys(_ reader: MappingReader, mode: ModeName) {
        let common = ["mode", "on-missed", "on-failure", "length"]
        for entry in reader.node.entries {
            let key = entry.key.text
            let isWeekday = (try? Weekday(parsing: key)) != nil
            let isOwn =
                switch mode {
                case .weekdays: isWeekday
                case .cycle: key == "cycle"
                case .rotation: ["rotation", "on", "default-days", "advance", "rest-days-between"].contains(key)
                }
            guard !isOwn, !common.contains(key), Keys.schedule.names.contains(key) else { continue }
            diagnostics.error(
                "'\(key)' cannot be used in mode '\(mode.rawValue)'",
                at: entry.key.span,
                help: "remove it, or change the mode"
            )
        }
    }

    private mutating func weekdays(_ reader: MappingReader) -> Schedule.Mode? {
        var week: [Int?] = Array(repeating: nil, count: 7)
        var seen = WeekdaySet.none
        for entry in reader.node.entries {
            guard let weekday = try? Weekday(parsing: entry.key.text) else { continue }
            if seen.contains(weekday) {
                diagnostics.error(
                    "duplicate weekday '\(weekday)' in the schedule",
                    at: entry.key.span,
                    help: "keep one workout per weekday"
                )
            }
            seen.insert(weekday)
            if case .some(let index) = dayReference(entry.value) { week[weekday.rawValue - 1] = index }
        }
        guard week.contains(where: { $0 != nil }) else {
            if seen.isEmpty || !diagnostics.hasErrors {
                diagnostics.error(
                    "the schedule has no workouts",
                    at: reader.node.span,
                    expected: "lines such as 'monday: push'"
                )
            }
            return nil
        }
        return .weekdays(week)
    }

    private mutating func cycle(_ reader: MappingReader) -> Schedule.Mode? {
        guard let node = reader.required("cycle", into: &diagnostics) else { return nil }
        let days = list(node, "'cycle'").map { dayReference($0) }
        guard days.contains(where: { $0.flatMap { $0 } != nil }) else {
            if !days.contains(where: { $0 == nil }), !days.isEmpty {
                diagnostics.error(
                    "the cycle has no workouts",
                    at: node.span,
                    expected: "at least one day other than rest"
                )
            }
            return nil
        }
        return .cycle(days.map { $0.flatMap { $0 } })
    }

    private mutating func rotation(_ reader: MappingReader) -> Schedule.Mode? {
        guard let node = reader.required("rotation", into: &diagnostics) else { return nil }
        var days: [Int] = []
        for element in list(node, "'rotation'") {
            switch dayReference(element) {
            case .some(.some(let index)): days.append(index)
            case .some(.none):
                diagnostics.error(
                    "a rotation cannot contain rest days",
                    at: element.span,
                    help: "set the training days with 'default-days' or 'on', or use mode 'cycle'"
                )
            case .none: break
            }
        }
        let on = reader["on"].flatMap { weekdaySet($0) }
        let advance =
            reader["advance"]?.choice("'advance' value", of: Schedule.Advance.self, into: &diagnostics) ?? .byDate
        return days.isEmpty ? nil : .rotation(days, on: on, advance: advance)
    }

    private mutating func defaultDays(_ reader: MappingReader) -> WeekdaySet? {
        guard let node = reader["default-days"] else { return nil }
        if reader["on"] != nil {
            diagnostics.error(
                "'default-days' has no effect with 'on'",
                at: node.span,
                help: "remove 'on' if users may choose other days; otherwise remove 'default-days'"
            )
        }
        return weekdaySet(node)
    }

    mutating func weekdaySet(_ node: YAMLNode) -> WeekdaySet? {
        var set = WeekdaySet.none
        for element in node.elementsOrSelf {
            let days = element.parsed("training days", into: &diagnostics) { (text) throws(CivilTimeError) in
                try WeekdaySet(parsing: text)
            }
            for day in days?.weekdays ?? [] { set.insert(day) }
        }
        return set.isEmpty ? nil : set
    }

    /// `endless`, `8 weeks`, `24 workouts` or `until 2026-12-31`.
    private mutating func length(_ node: YAMLNode) -> Schedule.Length? {
        guard let text = node.string("length", into: &diagnostics) else { return nil }
        let words = text.split(separator: " ")
        if words == ["endless"] { return .endless }
        if words.count == 2, let count = Int(words[0]), (1...5000).contains(count) {
            if words[1] == "weeks" || words[1] == "week" { return .weeks(count) }
            if words[1] == "workouts" || words[1] == "workout" { return .workouts(count) }
        }
        if words.count == 2, words[0] == "until" {
            do { return .until(try CivilDate(parsing: words[1])) } catch {
                diagnostics.error(error.description, at: node.span)
                return nil
            }
        }
        diagnostics.error(
            "invalid length '\(text)'",
            at: node.span,
            expected: "endless, 8 weeks, 24 workouts or until 2026-12-31"
        )
        return nil
    }

    // MARK: Exceptions and reminders

    mutating func readExceptions(_ node: YAMLNode?) -> [ScheduleException] {
        guard let node else { return [] }
        return list(node, "'exceptions'").compactMap { element in
            guard let reader = MappingReader(element, as: "an exception", keys: Keys.exception, into: &diagnostics)
            else { return nil }
            if reader["pause"] != nil {
                guard let from = date(reader.required("pause", into: &diagnostics)),
                    let through = date(reader.required("until", into: &diagnostics))
                else { return nil }
                guard from <= through else {
                    diagnostics.error(
                        "the pause ends before it starts",
                        at: reader["until"]?.span ?? element.span,
                        expected: "\(from) or later"
                    )
                    return nil
                }
                return .pause(from: from, through: through)
            }
            guard let from = date(reader.required("move", into: &diagnostics)),
                let to = date(reader.required("to", into: &diagnostics))
            else { return nil }
            guard TrainingCalendar.canMove(from, to: to) else {
                diagnostics.error(
                    "a workout cannot be moved from \(from) to \(to)",
                    at: reader["to"]?.span ?? element.span,
                    expected: "a date within ten years of \(from)"
                )
                return nil
            }
            return .move(from, to: to)
        }
    }

    mutating func date(_ node: YAMLNode?) -> CivilDate? {
        node?.parsed("date", into: &diagnostics) { (text) throws(CivilTimeError) in try CivilDate(parsing: text) }
    }

    mutating func time(_ node: YAMLNode?) -> TimeOfDay? {
        node?.parsed("time", into: &diagnostics) { (text) throws(CivilTimeError) in try TimeOfDay(parsing: text) }
    }

    mutating func readReminders(_ node: YAMLNode?) -> [ReminderLead] {
        guard let node else { return [] }
        return list(node, "'reminders'").compactMap { element in
            guard let reader = MappingReader(element, as: "a reminder", keys: Keys.reminder, into: &diagnostics) else {
                return nil
            }
            if let at = reader["at"] {
                if let before = reader["before"] {
                    diagnostics.error(
                        "a reminder cannot have both 'at' and 'before'",
                        at: before.span,
                        help: "write two reminders"
                    )
                }
                return time(at).map { .at($0) }
            }
            guard let node = reader.required("before", into: &diagnostics), let lead = span(node, "lead time") else {
                return nil
            }
            guard (1...14 * 86_400).contains(lead.seconds) else {
                diagnostics.error(
                    "invalid lead time '\(node.text)'",
                    at: node.span,
                    expected: "more than 0 and at most 14d"
                )
                return nil
            }
            return .before(lead)
        }
    }

    /// Warns about moves that have no effect, whatever the start date.
    mutating func warnOfIdleMoves(_ node: YAMLNode?, _ exceptions: [ScheduleException], _ schedule: Schedule) {
        guard let node, node.kind == .sequence else { return }
        let elements = Array(node.elements)
        guard elements.count == exceptions.count else { return }
        let moves = exceptions.map { exception -> (from: CivilDate, to: CivilDate)? in
            if case .move(let from, let to) = exception { (from, to) } else { nil }
        }
        // A date that is part of several moves may get its workout from another one.
        var uses: [CivilDate: Int] = [:]
        for case (let from, let to)? in moves {
            uses[from, default: 0] += 1
            uses[to, default: 0] += 1
        }
        let pauses = DateRanges(exceptions.compactMap(\.paused))
        for (element, move) in zip(elements, moves) {
            guard let move, let reason = idleness(move, uses, pauses, schedule) else { continue }
            diagnostics.warning(
                "this move has no effect: \(reason)",
                at: element["move"]?.span ?? element.span,
                help: "choose other dates, or remove it"
            )
        }
    }

    private func idleness(
        _ move: (from: CivilDate, to: CivilDate),
        _ uses: [CivilDate: Int],
        _ pauses: DateRanges,
        _ schedule: Schedule
    ) -> String? {
        if move.from == move.to { return "both dates are \(move.from)" }
        if let date = pauses.obstacle(toMoveFrom: move.from, to: move.to) { return "the program is paused on \(date)" }
        for date in [move.from, move.to] {
            if case .until(let last) = schedule.length, date > last { return "the program ends on \(last)" }
        }
        guard case .weekdays(let week) = schedule.mode, uses[move.from] == 1,
            week[move.from.weekday.rawValue - 1] == nil
        else { return nil }
        return "no workout is scheduled on \(move.from) (\(move.from.weekday.name))"
    }
}
