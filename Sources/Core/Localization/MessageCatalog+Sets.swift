package import Progress
public import Training

extension MessageCatalog {
    /// The heaviest work sets of an exercise: `Squat 5×5 at 82.5 kg`; nil without work sets.
    package func topSet(_ item: PlannedWorkout.Item) -> String? {
        item.heaviestSets.map { sets($0, of: item.exercise.title) }
    }

    /// The first set of an exercise, warm-ups included: `Squat 5 × 20 kg`; nil without sets.
    package func firstSet(_ item: PlannedWorkout.Item) -> String? {
        guard let first = item.sets.first else { return nil }
        guard case .weight(let weight, let unit) = first.load, first.isPlain else {
            return sets(first.single, of: item.exercise.title)
        }
        return "\(item.exercise.title) \(target(first.target)) × \(self.weight(weight, unit))"
    }

    /// A weight with its unit: `82.5 kg`.
    public func weight(_ weight: Weight, _ unit: WeightUnit) -> String { format.numbers("\(weight) \(unit.rawValue)") }

    private func sets(_ sets: SetPrescription, of exercise: String) -> String {
        let isSingle =
            switch sets.target {
            case .reps, .range: false
            case .amrap, .total, .totalRange, .within, .amrapWithin, .repMax, .time, .timeRange, .distance:
                sets.mostCount == 1
            }
        let counts = sets.count < sets.mostCount ? "\(sets.count)–\(sets.mostCount)×" : "\(sets.count)×"
        let amount = technique(sets.technique, (isSingle ? "" : counts) + target(sets.target))
        let result =
            sets.load.map { text(.setsWithLoad, ["exercise": exercise, "sets": amount, "load": load($0)]) }
            ?? "\(exercise) \(amount)"
        guard let cap = sets.rpeCap else { return result }
        return text(.setsWithCap, ["sets": result, "effort": format.numbers("\(Load.rpe(tenths: cap))")])
    }

    func technique(_ technique: SetTechnique, _ sets: String) -> String {
        switch technique {
        // The terms are the same in all languages.
        case .straight, .restPause, .myoReps: "\(sets)\(technique)"
        case .perRep: text(.setsPerRep, ["sets": sets])
        case .half: text(.setsOfHalf, ["sets": sets])
        case .every(let seconds): text(.setsEvery, ["sets": sets, "time": time(seconds)])
        }
    }

    private func time(_ seconds: Int) -> String {
        seconds >= 120 && seconds % 60 == 0 ? minutes(Int64(seconds)) : text(.seconds, ["seconds": "\(seconds)"])
    }

    private func time(_ seconds: ClosedRange<Int>) -> String {
        let isWhole = seconds.lowerBound % 60 == 0 && seconds.upperBound % 60 == 0
        let (least, most) =
            isWhole ? (seconds.lowerBound / 60, seconds.upperBound / 60) : (seconds.lowerBound, seconds.upperBound)
        return isWhole
            ? text(.minutes, ["minutes": "\(least)–\(most)"]) : text(.seconds, ["seconds": "\(least)–\(most)"])
    }

    func target(_ target: SetTarget) -> String {
        switch target {
        case .time(let seconds): time(seconds)
        case .timeRange(let least, let most): time(least...max(least, most))
        case .totalRange(let least, let most): text(.repsTotal, ["reps": "\(least)–\(most)"])
        case .amrapWithin(let least, let seconds):
            text(.repsWithin, ["reps": "\(SetTarget.amrap(atLeast: least))", "time": time(seconds)])
        case .total(let reps): text(.repsTotal, ["reps": "\(reps)"])
        case .within(let reps, let seconds): text(.repsWithin, ["reps": "\(reps)", "time": time(seconds)])
        case .reps, .range, .amrap, .repMax, .distance: format.numbers("\(target)")
        }
    }

    /// A load with its preposition: `at 82.5 kg`.
    func load(_ load: Load) -> String {
        switch load {
        case .weight(let weight, let unit): text(.atWeight, ["weight": self.weight(weight, unit)])
        case .weightRange(_, _): text(.atWeight, ["weight": format.numbers("\(load)")])
        case .weightAtLeast(let weight, let unit): text(.atWeight, ["weight": orMore(self.weight(weight, unit))])
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus:
            text(.atShare, ["percent": share(load)])
        case .rpe, .rpeRange, .rir, .rirRange: text(.atEffort, ["effort": format.numbers("\(load)")])
        case .bodyweight(nil, _): text(.atBodyweight)
        case .bodyweight(let plus?, let unit) where plus.thousandths < 0:
            text(.atBodyweightLess, ["weight": weight(Weight(thousandths: -plus.thousandths), unit)])
        case .bodyweight(let plus?, let unit): text(.atBodyweightPlus, ["weight": weight(plus, unit)])
        }
    }

    /// A percentage with its base: `75–80% of 1RM`, `85% of training max + 5 kg`.
    ///
    /// - Parameter sign: what comes before a lower limit; nil to say `or more`.
    func share(_ load: Load, atLeast sign: String? = nil) -> String {
        switch load {
        case .percentage(let share, let base): return self.share(percent(share), of: base)
        case .percentageRange(let shares, let base):
            let range = "\("\(shares.lowerBound)".dropLast())–\(shares.upperBound)"
            return share(percent(range), of: base)
        case .percentageAtLeast(let share, let base):
            return self.share(sign.map { $0 + percent(share) } ?? orMore(percent(share)), of: base)
        case .percentagePlus(let share, let base, let plus, let unit):
            let added = weight(Weight(thousandths: abs(plus.thousandths)), unit)
            return text(
                plus.thousandths < 0 ? .shareLess : .sharePlus,
                ["share": self.share(percent(share), of: base), "weight": added]
            )
        case .weight, .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange, .bodyweight: return "\(load)"
        }
    }

    private func share(_ percent: String, of base: Load.Base) -> String {
        base.key.map { text($0, ["percent": percent]) } ?? percent
    }

    private func orMore(_ value: String) -> String { text(.orMore, ["value": value]) }

    /// A percentage such as `75%` or `70–75%` with the sign of the language.
    func percent(_ share: String) -> String {
        text(.percent, ["number": format.numbers(String(share.dropLast()))])
    }
}

extension SetPrescription {
    /// Whether it is a number of repetitions with nothing to explain.
    fileprivate var isPlain: Bool {
        guard technique == .straight, rpeCap == nil else { return false }
        switch target {
        case .reps, .range, .amrap: return true
        case .total, .totalRange, .within, .amrapWithin, .repMax, .time, .timeRange, .distance: return false
        }
    }
}

extension Load.Base {
    /// A percentage with this base; nil for the default, which is not mentioned.
    fileprivate var key: MessageKey? {
        switch self {
        case .default: nil
        case .trainingMax: .shareOfTrainingMax
        case .oneRepMax: .shareOfOneRepMax
        case .topSet: .shareOfTopSet
        case .lastSet: .shareOfLastSet
        case .exerciseLoad: .shareOfLoad
        }
    }
}
