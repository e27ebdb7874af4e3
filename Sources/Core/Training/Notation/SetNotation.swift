/// Reads and writes sets in the usual notation: `3x8-12 @ 75%`, `5+ @ 85%`, `3x60s`, `5km`.
enum SetNotation {
    /// Why a text is not a set: what is wrong, at which bytes, and what is allowed there.
    struct Failure: Error, Hashable {
        let message: String
        let range: Range<Int>
        let expected: String
    }

    static let examples = "sets such as 5x5, 3x8-12 @ 75%, 5+ @ 85%, 50 total, 3x60s or 5km"

    static func parse(_ text: UnsafeBufferPointer<UInt8>, units: WeightUnit) throws(Failure) -> SetPrescription {
        var reader = NotationReader(text)
        let (counts, target) = try reader.countsAndTarget()
        var modifiers = SetModifiers()
        try reader.read(&modifiers)
        var load: Load?
        if reader.take("@") {
            load = try reader.load(units: units)
            try reader.read(&modifiers)
        }
        try reader.expectEnd(examples)
        if let problem = modifiers.problem(counts, target, load) { throw problem.failure }
        return SetPrescription(
            count: counts.lowerBound,
            mostCount: counts.upperBound,
            target: target,
            technique: modifiers.technique?.value ?? .straight,
            load: load,
            rpeCap: modifiers.rpeCap?.value
        )
    }

    static func parseLoad(_ text: UnsafeBufferPointer<UInt8>, units: WeightUnit) throws(Failure) -> Load {
        var reader = NotationReader(text)
        let load = try reader.load(units: units)
        try reader.expectEnd(NotationReader.loadExamples)
        return load
    }

    static func parseTarget(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> SetTarget {
        var reader = NotationReader(text)
        let target = try reader.target()
        try reader.expectEnd("8, 8-12, 5+, 50 total, 20 in 10min, 5RM, 60s or 5km")
        return target
    }

    static func parseCounts(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> ClosedRange<Int> {
        var reader = NotationReader(text)
        guard let counts = try reader.counts(isAlone: true) else {
            throw Failure(message: "invalid number of sets", range: 0..<text.count, expected: "1 to 50 sets, or 2-3")
        }
        try reader.expectEnd("1 to 50 sets, or 2-3")
        return counts
    }
}

extension SetPrescription: CustomStringConvertible {
    /// The sets in the usual notation: `3×5 @ 80%`.
    public var description: String { counted("–", "×") + singleDescription }

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
        case .perRep: " per rep"
        case .half: " half"
        }
    }

    fileprivate var notation: String {
        switch self {
        case .straight: ""
        case .restPause: " rest-pause"
        case .myoReps: " myo"
        case .every(let seconds): " every \(seconds)s"
        case .perRep: " per rep"
        case .half: " half"
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

extension Load: CustomStringConvertible {
    /// The load in the usual notation: `80 kg`, `70–75%`, `≥ 75%`, `RPE 8`.
    public var description: String {
        switch self {
        case .weight(let weight, let unit): "\(weight) \(unit.rawValue)"
        case .weightRange(let weights, let unit): "\(weights.lowerBound)–\(weights.upperBound) \(unit.rawValue)"
        case .weightAtLeast(let weight, let unit): "≥ \(weight) \(unit.rawValue)"
        case .percentage(let share, let base): "\(share)\(base)"
        case .percentageRange(let shares, let base): "\(shares.lowerBound.number)–\(shares.upperBound)\(base)"
        case .percentageAtLeast(let share, let base): "≥ \(share)\(base)"
        case .percentagePlus(let share, let base, let plus, let unit): "\(share)\(base)\(plus.signed) \(unit.rawValue)"
        case .rpe(let tenths): "RPE " + decimalText(tenths, places: 1)
        case .rpeRange(let tenths):
            "RPE \(decimalText(tenths.lowerBound, places: 1))–\(decimalText(tenths.upperBound, places: 1))"
        case .rir(let reps): "RIR \(reps)"
        case .rirRange(let reps): "RIR \(reps.lowerBound)–\(reps.upperBound)"
        case .bodyweight(nil, _): "bodyweight"
        case .bodyweight(let plus?, let unit): "bodyweight\(plus.signed) \(unit.rawValue)"
        }
    }

    /// The load as programs write it: `80kg`, `70-75%`, `75%+ 1rm`, `rpe 8`.
    public var notation: String {
        switch self {
        case .weight(let weight, let unit): "\(weight)\(unit.rawValue)"
        case .weightRange(let weights, let unit): "\(weights.lowerBound)-\(weights.upperBound)\(unit.rawValue)"
        case .weightAtLeast(let weight, let unit): "\(weight)\(unit.rawValue)+"
        case .percentage(let share, let base): "\(share)\(base.notation)"
        case .percentageRange(let shares, let base): "\(shares.lowerBound.number)-\(shares.upperBound)\(base.notation)"
        case .percentageAtLeast(let share, let base): "\(share)+\(base.notation)"
        case .percentagePlus(let share, let base, let plus, let unit):
            "\(share)\(base.notation)\(plus.signed)\(unit.rawValue)"
        case .rpe(let tenths): "rpe " + decimalText(tenths, places: 1)
        case .rpeRange(let tenths):
            "rpe \(decimalText(tenths.lowerBound, places: 1))-\(decimalText(tenths.upperBound, places: 1))"
        case .rir(let reps): "rir \(reps)"
        case .rirRange(let reps): "rir \(reps.lowerBound)-\(reps.upperBound)"
        case .bodyweight(nil, _): "bodyweight"
        case .bodyweight(let plus?, let unit): "bodyweight\(plus.signed)\(unit.rawValue)"
        }
    }
}

extension Load.Base: CustomStringConvertible {
    /// What follows a percentage: ` of training max`; nothing for the default.
    public var description: String {
        switch self {
        case .default: ""
        case .trainingMax: " of training max"
        case .oneRepMax: " of 1RM"
        case .topSet: " of top set"
        case .lastSet: " of last set"
        case .exerciseLoad: " of load"
        }
    }

    fileprivate var notation: String { self == .default ? "" : " \(rawValue)" }
}

extension Weight {
    /// The weight with its sign: ` + 5`, ` - 2.5`.
    fileprivate var signed: String {
        thousandths < 0 ? " - \(decimalText(-thousandths, places: 3))" : " + \(self)"
    }
}

extension Percentage {
    /// The percentage without its sign.
    fileprivate var number: String { decimalText(hundredths, places: 2) }
}

/// Prescribed sets as the ledger records them: in the notation of programs, with the kind of sets other than work sets, and after `~` the
/// load before it was rounded to the equipment.
///
///     warm-up 5 @ 40kg, 3x5 @ 60kg ~ 61.25kg, drop 10 @ 40kg
extension SetPrescription {
    private static let separator: Character = ","

    /// Sets as text that `parse(recorded:)` reads; rests and notes are left out, and so are computed loads that no one can lift.
    public static func recorded(_ sets: [SetPrescription]) -> String {
        sets.compactMap { set in
            [set, set.with(load: set.load), set.with(load: nil)].lazy.map(\.recorded).first { parse(one: $0) != nil }
        }.joined(separator: ", ")
    }

    /// Reads recorded sets; nil if the text is anything else.
    public static func parse(recorded text: String) -> [SetPrescription]? {
        guard !text.isEmpty else { return [] }
        var sets: [SetPrescription] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard let set = parse(one: String(sets.isEmpty ? part : part.dropFirst())),
                sets.isEmpty || part.first == " "
            else { return nil }
            sets.append(set)
        }
        return sets
    }

    private var recorded: String {
        (kind == .work ? "" : kind.rawValue + " ") + notation + (exactLoad.map { " ~ " + $0.notation } ?? "")
    }

    private static func parse(one text: String) -> SetPrescription? {
        let kind = Kind.allCases.first { $0 != .work && text.hasPrefix($0.rawValue + " ") } ?? .work
        let rest = kind == .work ? text[...] : text.dropFirst(kind.rawValue.utf8.count + 1)
        let parts = rest.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count <= 2, let sets = bytes(parts[0], SetNotation.parse) else { return nil }
        guard parts.count == 2 else { return sets.with(kind: kind) }
        guard let load = sets.load, let exact = bytes(parts[1], SetNotation.parseLoad) else { return nil }
        return sets.with(load: exact).rounded(to: load).with(kind: kind)
    }

    private static func bytes<Value>(
        _ text: Substring,
        _ parse: (UnsafeBufferPointer<UInt8>, WeightUnit) throws(SetNotation.Failure) -> Value
    ) -> Value? {
        Array(text.utf8).withUnsafeBufferPointer { try? parse($0, .kilograms) }
    }
}
