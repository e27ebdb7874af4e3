extension SetPrescription: CustomStringConvertible {
    /// The sets in the usual notation: `3×5 @ 80%`.
    public var description: String {
        counted("–", "×") + singleDescription
    }

    /// One of the sets in the usual notation: `5 @ 80% up to RPE 8`.
    public var singleDescription: String { singleDescription(with: load.map { " @ \($0)" } ?? "") }

    /// One of the sets with a load in words: ` @ 80 kg`.
    public func singleDescription(with load: String) -> String {
        target.description + technique.description + load
            + (rpeCap.map { " up to RPE " + decimalText($0, places: 1) } ?? "")
    }

    /// The sets as programs write them, without kind, rest and notes: `3x5 @ 80%`.
    public var notation: String {
        counted("-", "x") + target.notation + technique.notation + (load.map { " @ " + $0.notation } ?? "")
            + (rpeCap.map { " cap rpe " + decimalText($0, places: 1) } ?? "")
    }

    private func counted(_ dash: String, _ times: String) -> String {
        count < mostCount ? "\(count)\(dash)\(mostCount)\(times)" : count == 1 ? "" : "\(count)\(times)"
    }
}

extension SetTechnique: CustomStringConvertible {
    /// What follows a target: ` every 60 s`, ` rest-pause`; nothing for straight sets.
    public var description: String {
        switch self {
        case .straight: ""
        case .restPause: " rest-pause"
        case .myoReps: " myo-reps"
        case .every(let seconds): " every \(SetTarget.time(seconds: seconds))"
        }
    }

    fileprivate var notation: String {
        switch self {
        case .straight: ""
        case .restPause: " rest-pause"
        case .myoReps: " myo"
        case .every(let seconds): " every \(seconds)s"
        }
    }
}

extension SetTarget: CustomStringConvertible {
    /// The target in the usual notation: `8–12`, `5+`, `60 s`.
    public var description: String {
        switch self {
        case .reps(let reps): "\(reps)"
        case .range(let least, let most): "\(least)–\(most)"
        case .amrap(0): "AMRAP"
        case .amrap(let least): "\(least)+"
        case .total(let reps): "\(reps) total"
        case .totalRange(let least, let most): "\(least)–\(most) total"
        case .within(let reps, let seconds): "\(reps) in \(SetTarget.time(seconds: seconds))"
        case .amrapWithin(let least, let seconds):
            "\(SetTarget.amrap(atLeast: least)) in \(SetTarget.time(seconds: seconds))"
        case .repMax(let reps): "\(reps)RM"
        case .time(let seconds) where seconds >= 120 && seconds % 60 == 0: "\(seconds / 60) min"
        case .time(let seconds): "\(seconds) s"
        case .timeRange(let least, let most) where least >= 60 && least % 60 == 0 && most % 60 == 0:
            "\(least / 60)–\(most / 60) min"
        case .timeRange(let least, let most): "\(least)–\(most) s"
        case .distance(let metres) where metres >= 1000: decimalText(metres, places: 3) + " km"
        case .distance(let metres): "\(metres) m"
        }
    }

    /// The target as programs write it: `8-12`, `5+`, `60s`.
    public var notation: String {
        switch self {
        case .reps(let reps): "\(reps)"
        case .range(let least, let most): "\(least)-\(most)"
        case .amrap(0): "AMRAP"
        case .amrap(let least): "\(least)+"
        case .total(let reps): "\(reps) total"
        case .totalRange(let least, let most): "\(least)-\(most) total"
        case .within(let reps, let seconds): "\(reps) in \(seconds)s"
        case .amrapWithin(let least, let seconds): "\(SetTarget.amrap(atLeast: least).notation) in \(seconds)s"
        case .repMax(let reps): "\(reps)RM"
        case .time(let seconds): "\(seconds)s"
        case .timeRange(let least, let most): "\(least)-\(most)s"
        case .distance(let metres): "\(metres)m"
        }
    }
}

extension Progression: CustomStringConvertible {
    /// A short description of the progression.
    public var description: String {
        switch self {
        case .linear(let add, let period, let fails, let deload):
            "add \(add) each \(period.rawValue)" + Progression.afterFailures(fails, deload)
        case .repGoal(let reps, let add): "once the sets add up to \(reps) repetitions, add \(add)"
        case .double(let add): "work up to the top of the rep range, then add \(add)"
        case .stages(let stages, let add, let reset):
            "add \(add) each session; on failure "
                + stages.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " → ")
                + (reset.map { ", then restart at \($0)" } ?? "")
        case .amrapTable(let rows):
            "by AMRAP set: "
                + rows.map { $0.description }.joined(separator: ", ")
        case .perCycle(let add): "add \(add) each cycle"
        case .maxTest(let formula):
            "the tested max becomes the one-rep max"
                + (formula.map { ", estimated with the \($0.author) formula" } ?? "")
        case .topSet(let fails, let deload):
            "the completed top set becomes the load" + Progression.afterFailures(fails, deload)
        case .extraReps(let add, let keep):
            "add \(add) of the max for each repetition above the target"
                + (keep.map { ", for the rest of the \($0.rawValue)" } ?? "")
        case .repByRep(let reps, let add):
            "one more repetition each session until all sets have \(reps), then add \(add)"
        case .rpe: "the load follows from the RPE of the top set"
        case .rotate(let add, let fails, let deload):
            "more repetitions each session up to the top of the rep range, then add \(add); after "
                + (fails.map { $0 == 1 ? "a failure" : "\($0) failures" } ?? "a failure")
                + ", the next exercise of the rotation" + (deload.map { "; an exercise returns with \($0) less" } ?? "")
        case .none: "none"
        }
    }

    private static func afterFailures(_ fails: Int?, _ deload: Percentage?) -> String {
        fails.map { "; after \($0) failures, reduce by \(deload ?? Percentage(hundredths: 1000))" } ?? ""
    }
}

extension Progression.Reset: CustomStringConvertible {
    /// A short description of the load: `85%`, `5 above the last load of the first scheme`.
    public var description: String {
        switch self {
        case .share(let share): "\(share)"
        case .first(let plus):
            plus.thousandths == 0
                ? "the last load of the first scheme" : "\(plus) above the last load of the first scheme"
        }
    }
}

extension Progression.AmrapRow: CustomStringConvertible {
    /// A short description of the row: `2–3 reps add 2.5`.
    public var description: String {
        let most = through.map { $0 == from ? "" : "–\($0)" } ?? "+"
        return "\(from)\(most) reps add \(add)"
    }
}
