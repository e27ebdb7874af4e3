public import CivilTime
public import Progress
public import Training

/// Sets in the usual notation, for tables: `3×5 @ 80 kg`.
extension MessageCatalog {
    /// Prescribed sets, without kind, rest and notes: `3×5 @ 80% up to RPE 8 (rounded from 61.25 kg)`.
    public func notation(_ sets: SetPrescription) -> String {
        notationWithoutRounding(sets) + rounded(sets.exactLoad.map(notation))
    }

    private func notationWithoutRounding(_ sets: SetPrescription) -> String {
        let counts =
            sets.count < sets.mostCount ? "\(sets.count)–\(sets.mostCount)×" : sets.count == 1 ? "" : "\(sets.count)×"
        let amount = technique(sets.technique, counts + target(sets.target))
        let load = sets.load.map { " @ \(notation($0))" } ?? ""
        return capped(amount + load, sets.rpeCap)
    }

    /// Prescribed sets with their kind, rest and notes: `drop 3×5 @ 80% (rest 1m, slowly)`.
    public func described(_ sets: SetPrescription) -> String {
        let details = [sets.rest.map(rest), sets.notes].compactMap(\.self).joined(separator: ", ")
        return kind(sets.kind) + notation(sets) + (details.isEmpty ? "" : " (\(details))")
    }

    /// An exercise with all its sets, as lines that the user may edit.
    ///
    /// For example: `Squat (warm-up): 5 @ 40 kg`, `Squat: 3×5 @ 60 kg`.
    package func lines(_ item: PlannedWorkout.Item) -> [String] {
        let all = SetPrescription.merged(item.sets)
        func line(_ label: String, _ sets: [String]) -> String {
            sets.isEmpty ? label : text(.labeled, ["label": label, "value": sets.joined(separator: ", ")])
        }
        let warmUps = all.filter { $0.kind == .warmUp }.map(notationWithoutRounding)
        let sets = all.filter { $0.kind != .warmUp }.map { kind($0.kind) + notationWithoutRounding($0) }
        let warmUp = "\(item.exercise.title) (\(word("set.kind", SetPrescription.Kind.warmUp.rawValue)))"
        return (warmUps.isEmpty ? [] : [line(warmUp, warmUps)]) + [line(name(item.exercise), sets)]
    }

    /// Translates the name and the sets of such a line from the user's language to the notation of typed sets.
    package func typed(name: String, sets: String) -> (name: String, sets: String) {
        let kinds = SetPrescription.Kind.allCases.filter { $0 != .work }.map { (kind($0), $0.rawValue + " ") }
        return (
            name.replacing(text(.optionalWorkout, ["workout": ""]), with: ""),
            (kinds + [(text(.bodyweight), "bodyweight"), ("–", "-")]).reduce(sets) { $0.replacing($1.0, with: $1.1) }
                // Times and distances: `3×40 s`, `5 km`.
                .replacing(/([0-9]) (s|min|h|m|km|mi)\b/) { "\($0.1)\($0.2)" }
        )
    }

    /// The name of an exercise, marked if it is optional.
    package func name(_ exercise: Exercise) -> String {
        exercise.isOptional ? text(.optionalWorkout, ["workout": exercise.title]) : exercise.title
    }

    /// One of the sets with what is lifted if it is done as planned; the lightest load of a range is shown with the others.
    public func notation(_ sets: SetPrescription, with load: PerformedSet.Load?) -> String {
        let least = sets.load?.leastWeight.map { PerformedSet.Load.weight($0.weight, $0.unit) }
        let amount = technique(sets.technique, target(sets.target))
        let shown = load == least ? sets.load.map(notation) : load.map(notation) ?? sets.load.map(notation)
        return capped(amount + (shown.map { " @ \($0)" } ?? ""), sets.rpeCap)
    }

    /// Performed sets: `warm-up 5 @ 40 kg, 2×5 @ 80 kg (RPE 8)`.
    public func notation(_ sets: [PerformedSet]) -> String {
        PerformedSet.grouped(sets).map { count, set in
            let amount =
                (count > 1 ? "\(count)×" : "") + notation(set.amount) + (set.load.map { " @ \(notation($0))" } ?? "")
            let effort = set.rpe.map { " (\(format.numbers("\(Load.rpe(tenths: $0))")))" } ?? ""
            return kind(set.kind) + amount + rounded(set.exactLoad.map(notation)) + effort
        }.joined(separator: ", ")
    }

    /// What was lifted: `80 kg`, `bodyweight + 10 kg`.
    public func notation(_ load: PerformedSet.Load) -> String {
        switch load {
        case .weight(let weight, let unit): self.weight(weight, unit)
        case .bodyweight(let plus, let unit): bodyweight(plus.thousandths == 0 ? nil : plus, unit)
        }
    }

    /// A record's value, such as `100 kg`, `8 @ 90 kg` or `116.7 kg`.
    public func value(of record: Record) -> String {
        let isLoad = record.kind == .load || record.kind == .addedLoad
        if isLoad, let load = record.set?.load { return notation(load) }
        return record.computedText.map(format.numbers) ?? setOf(record) ?? ""
    }

    /// The set of a record, without its kind and RPE; nil for a volume.
    public func setOf(_ record: Record) -> String? {
        record.set.map { notation([PerformedSet(amount: $0.amount, load: $0.load)]) }
    }

    /// What a record is about: `heaviest load`.
    public func label(_ kind: Record.Kind) -> String {
        MessageTexts.template(kind.key, language)?.filledWithoutGaps(["value": ""]) ?? kind.rawValue
    }

    /// The kind of sets, followed by a blank; empty for work sets.
    public func kind(_ kind: SetPrescription.Kind) -> String {
        kind == .work ? "" : word("set.kind", kind.rawValue) + " "
    }

    /// The rest after sets: `rest 3m`.
    public func rest(_ span: TimeSpan) -> String { text(.restOf, ["span": span.description]) }

    /// A part of a whole in percent: `75%`.
    public func percent(_ number: Int) -> String { text(.percent, ["number": "\(number)"]) }

    /// A percentage, such as `2.5%`.
    func percent(_ share: Percentage) -> String { percent("\(share)") }

    func notation(_ amount: PerformedSet.Amount) -> String {
        let time = amount.seconds.map {
            $0 < 60 ? text(.seconds, ["seconds": "\($0)"]) : "\(PerformedSet.Amount(seconds: $0))"
        }
        if let metres = amount.metres {
            let distance = format.numbers("\(SetTarget.distance(metres: metres))")
            return time.map { text(.repsWithin, ["reps": distance, "time": $0]) } ?? distance
        }
        guard let reps = amount.reps else { return time ?? "0" }
        return amount.isTotal ? text(.repsTotal, ["reps": "\(reps)"]) : "\(reps)"
    }

    private func notation(_ load: Load) -> String {
        switch load {
        case .percentage, .percentageRange, .percentagePlus, .percentageAtLeast: share(load, atLeast: "≥ ")
        case .bodyweight(let plus, let unit): bodyweight(plus, unit)
        case .weight, .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange: format.numbers("\(load)")
        }
    }

    private func bodyweight(_ plus: Weight?, _ unit: WeightUnit) -> String {
        guard let plus else { return text(.bodyweight) }
        let sign = plus.thousandths < 0 ? "-" : "+"
        return "\(text(.bodyweight)) \(sign) \(weight(Weight(thousandths: abs(plus.thousandths)), unit))"
    }

    private func capped(_ sets: String, _ rpe: Int?) -> String {
        guard let rpe else { return sets }
        return text(.setsUpTo, ["sets": sets, "effort": format.numbers("\(Load.rpe(tenths: rpe))")])
    }

    private func rounded(_ exact: String?) -> String {
        exact.map { " (\(text(.roundedFrom, ["load": $0])))" } ?? ""
    }
}
