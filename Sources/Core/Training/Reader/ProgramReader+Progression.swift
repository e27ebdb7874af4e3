internal import YAMLSource

/// Reads progressions, and checks that they fit their exercises.
extension ProgramReader {
    private enum StageAdvance: String, CaseIterable {
        case failure, success
    }

    private enum Kind: String, CaseIterable {
        case linear, double, stages
        case repGoal = "rep-goal"
        case amrapTable = "amrap-table"
        case perCycle = "per-cycle"
        case maxTest = "max-test"
        case topSet = "top-set"
        case extraReps = "extra-reps"
        case repByRep = "rep-by-rep"
        case rpe, rotate, none

        /// The keys next to `type` that have an effect.
        var keys: [String] {
            switch self {
            case .linear: ["add", "every", "fails", "deload"]
            case .double: ["add"]
            case .perCycle: ["add", "fails", "deload"]
            case .stages: ["add", "stages", "reset", "advance", "fails", "deload"]
            case .repGoal, .repByRep: ["add", "reps"]
            case .amrapTable: ["table", "count"]
            case .maxTest: ["formula"]
            case .topSet: ["fails", "deload"]
            case .extraReps: ["add", "keep"]
            case .rotate: ["add", "fails", "deload", "to"]
            case .rpe, .none: []
            }
        }
    }

    mutating func progression(_ node: YAMLNode) -> Progression? {
        if node.kind == .scalar, node.equals("none") { return Progression.none }
        guard let reader = MappingReader(node, as: "a progression", keys: Keys.progression, into: &diagnostics) else {
            return nil
        }
        guard
            let type = reader.required("type", into: &diagnostics)?.choice(
                "progression type",
                of: Kind.self,
                into: &diagnostics
            )
        else { return nil }
        reportIgnoredKeys(of: reader, type)
        switch type {
        case .none: return Progression.none
        case .rpe: return .rpe
        case .amrapTable:
            let count =
                reader["count"]?.choice("'count'", of: Progression.TableCount.self, into: &diagnostics) ?? .amrap
            return reader.required("table", into: &diagnostics).map { .table(table($0), of: count) }
        case .maxTest: return .maxTest(reader["formula"]?.choice("formula", of: MaxFormula.self, into: &diagnostics))
        case .topSet: return .topSet(fails: fails(reader), deload: deload(reader))
        case .extraReps:
            let keep = reader["keep"]?.choice("'keep'", of: Progression.Keep.self, into: &diagnostics)
            return reader.required("add", into: &diagnostics).flatMap { percentage($0, most: 2000, example: "1%") }.map
            {
                .extraReps(add: $0, keep: keep)
            }
        case .linear, .double, .repGoal, .perCycle: return stepped(type, reader)
        case .stages, .repByRep, .rotate: break
        }
        guard let add = reader.required("add", into: &diagnostics).flatMap({ weight($0, "increment") }) else {
            return nil
        }
        switch type {
        // The exercises of the rotation are read with the exercise.
        case .rotate:
            guard reader.required("to", into: &diagnostics) != nil else { return nil }
            return .rotate(add: add, fails: fails(reader), deload: deload(reader))
        case .repByRep:
            return reader.required("reps", into: &diagnostics)?.integer(
                "number of repetitions",
                in: 1...100,
                into: &diagnostics
            ).map { .repByRep(to: $0, add: add) }
        case .stages:
            let stages =
                reader.required("stages", into: &diagnostics)?.elementsOrSelf.map { node -> [SetPrescription] in
                    let sets = setList(node, kind: .work)
                    checkEarlierSets(sets, at: node, hasTop: false)
                    return sets
                } ?? []
            let reset = reader["reset"].flatMap { self.reset($0) }
            return .stages(stages, add: add, reset: reset, advance: stageAdvance(reader))
        case .linear, .double, .repGoal, .perCycle, .amrapTable, .maxTest, .topSet, .extraReps, .rpe, .none: return nil
        }
    }

    /// `advance: success`; only then failures lead back.
    private mutating func stageAdvance(_ reader: MappingReader) -> Progression.StageAdvance {
        let advance = reader["advance"]?.choice("'advance'", of: StageAdvance.self, into: &diagnostics)
        if advance == .success { return .onSuccess(fails: fails(reader), deload: deload(reader)) }
        for key: StaticString in ["fails", "deload"] {
            guard let node = reader[key] else { continue }
            diagnostics.warning(
                "'\(key)' has no effect if failures bring the next set scheme",
                at: node.span,
                help: "remove it, or add 'advance: success'"
            )
        }
        return .onFailure
    }

    /// A progression that can change the load or the sets.
    private mutating func stepped(_ type: Kind, _ reader: MappingReader) -> Progression? {
        guard let add = reader.required("add", into: &diagnostics).flatMap({ step($0) }) else { return nil }
        switch type {
        case .linear:
            return .linear(
                add: add,
                every: reader["every"]?.choice("period", of: Progression.Period.self, into: &diagnostics) ?? .session,
                fails: fails(reader),
                deload: deload(reader)
            )
        case .double: return .double(add: add)
        case .perCycle: return .perCycle(add: add, fails: fails(reader), deload: deload(reader))
        case .repGoal:
            return reader.required("reps", into: &diagnostics)?.integer(
                "number of repetitions",
                in: 1...5000,
                into: &diagnostics
            ).map { .repGoal(reps: $0, add: add) }
        default: return nil
        }
    }

    /// A step of any sign: `2.5`, `5lb`, `10%`, `5s`, `500m`, `1 rep`, `0`.
    private mutating func step(_ node: YAMLNode) -> Step? {
        guard let text = node.string("increment", into: &diagnostics) else { return nil }
        if let step = Step(parsing: text, units) { return step }
        diagnostics.error(
            "invalid increment '\(text)'",
            at: node.span,
            expected:
                "a weight in \(units.rawValue), a percentage, or an amount in the unit of the sets, such as 5s, 500m or 1 rep"
        )
        return nil
    }

    /// Warns about keys of other types; an increment that never applies is a mistake.
    private mutating func reportIgnoredKeys(of reader: MappingReader, _ type: Kind) {
        for entry in reader.node.entries {
            let key = entry.key.text
            guard Keys.progression.names.contains(key), key != "type", !type.keys.contains(key) else { continue }
            diagnostics.warning(
                "'\(key)' has no effect with 'type: \(type.rawValue)'",
                at: entry.key.span,
                help: type.keys.isEmpty
                    ? "remove it" : "remove it; this type accepts \(type.keys.joined(separator: ", "))"
            )
        }
    }

    private mutating func fails(_ reader: MappingReader) -> Int? {
        reader["fails"]?.integer("number of failures", in: 1...20, into: &diagnostics)
    }

    private mutating func deload(_ reader: MappingReader) -> Percentage? {
        reader["deload"].flatMap { percentage($0, most: 9000) }
    }

    /// `85%` of the load, or `first + 5kg`: the last load of the first stage and a weight.
    private mutating func reset(_ node: YAMLNode) -> Progression.Reset? {
        let words = node.kind == .scalar ? node.text.split(separator: "+", maxSplits: 1) : []
        guard words.first.map({ $0.split(separator: " ") == ["first"] }) ?? false else {
            return percentage(node, most: 10_000).map { .share($0) }
        }
        guard words.count == 2 else { return .first(plus: Weight(thousandths: 0)) }
        do {
            let typed = try TypedWeight(parsing: String(words[1].drop { $0 == " " }), unit: units)
            return .first(plus: typed.weight.converted(from: typed.unit, to: units))
        } catch {
            diagnostics.error(
                "invalid reset '\(node.text)'",
                at: node.span,
                expected: "85% or first + 5\(units.rawValue)"
            )
            return nil
        }
    }

    /// A number of repetitions, seconds or metres, 0 to 9999, digits only.
    private func repetitions(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Rows such as `0-1: -10%`, `2: 0` and `6+: 7.5`.
    private mutating func table(_ node: YAMLNode) -> [Progression.TableRow] {
        var rows: [Progression.TableRow] = []
        for (key, value) in namedEntries(node, "'table'") {
            let text = key.text
            let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            let isOpen = text.hasSuffix("+")
            let from = repetitions(isOpen ? text.dropLast() : ends[0])
            let through = isOpen ? nil : ends.count == 2 ? repetitions(ends[1]) : ends.count == 1 ? from : nil
            guard let from, isOpen || through.map({ $0 >= from }) ?? false,
                from == (rows.last.map { ($0.through ?? -2) + 1 } ?? from)
            else {
                diagnostics.error(
                    "row '\(text)' does not continue from the previous row",
                    at: key.span,
                    expected: "consecutive ranges, such as 0-1, 2-3 and 4+"
                )
                return rows
            }
            guard let add = step(value) else { return rows }
            rows.append(Progression.TableRow(from: from, through: through, add: add))
        }
        return rows
    }

    // MARK: Fit

    /// Reports a progression that does not fit the exercise's lift or sets.
    mutating func checkProgression(of exercise: Exercise, _ reader: MappingReader) {
        guard let progression = exercise.progression else { return }
        let node = reader["progression"] ?? reader["sets"] ?? reader.node
        switch progression {
        case .maxTest(let formula): checkMaxTest(formula, of: exercise, at: node)
        case .topSet: checkTopSet(of: exercise, at: node)
        case .extraReps(_, let keep): checkExtraReps(keep, of: exercise, at: node)
        case .repByRep(let reps, _): checkRepByRep(reps, of: exercise, at: node)
        case .rpe: checkRPE(of: exercise, at: node)
        case .linear, .double, .repGoal, .table, .perCycle: checkSteps(of: progression, exercise, at: node)
        case .stages, .rotate, .none: break
        }
    }

    /// Reports a step in repetitions, seconds or metres that the sets do not have.
    private mutating func checkSteps(of progression: Progression, _ exercise: Exercise, at node: YAMLNode) {
        let units = Set(progression.steps.filter { $0.sign != 0 }.map(\.unit))
        guard units.count <= 1 else {
            diagnostics.error(
                "the rows of '\(exercise.name)' change different things",
                at: node.span,
                expected: "only loads, or only repetitions, times or distances"
            )
            return
        }
        let sets =
            switch exercise.sets {
            case .own(let sets): sets
            case .scheme(let name): schemes[name] ?? []
            }
        let work = sets.filter { $0.kind == .work }
        guard let first = work.first, let unit = units.first ?? nil,
            !work.contains(where: { $0.target.unit == unit && $0.target != $0.target.adding(1) })
        else { return }
        let own = first.target == first.target.adding(1) ? nil : first.target.unit
        let example = own.map { $0 == .reps ? ", or 1 rep" : $0 == .seconds ? ", or 5s" : ", or 500m" } ?? ""
        diagnostics.error(
            "the increment of '\(exercise.name)' does not have the unit of its sets",
            at: node.span,
            expected: "a weight or a percentage\(example)"
        )
    }

    /// A place of an exercise in the days.
    struct Growth {
        let name: String
        let progression: Progression?
        let sets: Exercise.Sets
        let span: SourceSpan

        init(_ exercise: Exercise, at span: SourceSpan) {
            (name, progression, sets, self.span) = (exercise.name, exercise.progression, exercise.sets, span)
        }
    }

    /// Warns about exercises whose load grows in some of their workouts, while others do not say whether it does.
    mutating func warnOfPartialProgressions() {
        for places in growths.values where places.contains(where: { $0.progression?.movesLoad ?? false }) {
            for place in places where place.progression == nil && hasOwnLoad(place.sets) {
                diagnostics.warning(
                    "'\(place.name)' has no progression here, so these workouts never change its load",
                    at: place.span,
                    help:
                        "repeat the progression of its other workouts, write 'progression: none' if only the others count, or give it another id"
                )
            }
        }
    }

    /// Whether work sets have the load of the exercise, rather than a percentage, an RPE or a range.
    private func hasOwnLoad(_ sets: Exercise.Sets) -> Bool {
        let work =
            switch sets {
            case .own(let sets): sets
            case .scheme(let name): schemes[name] ?? []
            }
        return work.contains { set in
            guard set.kind == .work else { return false }
            return switch set.load {
            case nil, .weight, .bodyweight: true
            case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus, .weightRange, .weightAtLeast, .rpe,
                .rpeRange, .rir, .rirRange:
                false
            }
        }
    }

    private mutating func checkRPE(of exercise: Exercise, at node: YAMLNode) {
        guard case .own(let sets) = exercise.sets, !sets.isEmpty, !sets.contains(where: \.isInRPEChart) else { return }
        diagnostics.error(
            "the progression 'rpe' of '\(exercise.name)' has no set whose load follows from an RPE",
            at: node.span,
            expected: "a set of 1 to 12 repetitions with RPE 6 to 10, such as 5 @ rpe 8"
        )
    }

    private mutating func checkRepByRep(_ reps: Int, of exercise: Exercise, at node: YAMLNode) {
        guard case .own(let sets) = exercise.sets, !sets.isEmpty,
            !sets.contains(where: { $0.fixedReps.map { $0 < reps } ?? false })
        else { return }
        diagnostics.error(
            "'rep-by-rep' of '\(exercise.name)' has no sets with fewer than \(reps) repetitions",
            at: node.span,
            expected: reps == 1 ? "at least 2 for 'reps'" : "sets such as 8x\(reps - 1)"
        )
    }

    private mutating func checkExtraReps(_ keep: Progression.Keep?, of exercise: Exercise, at node: YAMLNode) {
        guard case .own(let sets) = exercise.sets, !sets.isEmpty else { return }
        if !sets.contains(where: \.hasAmrapTarget) {
            diagnostics.error(
                "'extra-reps' of '\(exercise.name)' has no AMRAP set with a target",
                at: node.span,
                expected: "a set such as 6+"
            )
        }
        if keep != nil, !sets.contains(where: { $0.load?.base?.isMax ?? false }) {
            diagnostics.error(
                "'keep' of '\(exercise.name)' needs sets with percentages of a max",
                at: node.span,
                expected: "a set such as 6+ @ 65%"
            )
        }
    }

    private mutating func checkTopSet(of exercise: Exercise, at node: YAMLNode) {
        guard case .own(let sets) = exercise.sets,
            let load = sets.compactMap(\.load).first(where: { $0.base?.isMax ?? false })
        else { return }
        diagnostics.error(
            "the top set of '\(exercise.name)' sets its load, but '\(load.notation)' is a percentage of a max",
            at: node.span,
            expected: "percentages of the load, as in [5 @ 75% of load, 3 @ 102.5% of load]"
        )
    }

    private mutating func checkMaxTest(_ formula: MaxFormula?, of exercise: Exercise, at node: YAMLNode) {
        if exercise.lift == nil {
            diagnostics.error(
                "the exercise '\(exercise.name)' has a max test but no lift",
                at: node.span,
                expected: lifts.isEmpty
                    ? "a lift defined in 'exercises' or 'maxes', as in 'lift: squat'"
                    : "'lift: …' with one of \(listed(lifts.keys))"
            )
        }
        // A week may replace a set scheme.
        guard case .own(let sets) = exercise.sets else { return }
        let tests = sets.compactMap(\.testedReps)
        guard let most = tests.max() else {
            if sets.contains(where: { $0.kind == .work && $0.target.isAmrap }) {
                checkFormula(formula, for: "an AMRAP set", at: node)
            } else if !sets.isEmpty {
                diagnostics.error(
                    "the max test of '\(exercise.name)' has no test set",
                    at: node.span,
                    expected: "a set such as 1RM, 3RM or 5+"
                )
            }
            return
        }
        if most > MaxFormula.mostReps {
            diagnostics.error(
                "a max cannot be estimated from \(most)RM",
                at: node.span,
                expected: "1RM to \(MaxFormula.mostReps)RM"
            )
        } else if most > 1 {
            checkFormula(formula, for: "\(most)RM", at: node)
        }
    }

    private mutating func checkFormula(_ formula: MaxFormula?, for test: String, at node: YAMLNode) {
        guard formula == nil else { return }
        diagnostics.error(
            "the max test with \(test) has no formula for the one-rep max",
            at: node.span,
            expected: MaxFormula.allCases.map { "formula: \($0.rawValue)" }.joined(separator: " or ")
        )
    }
}

extension Progression {
    /// Whether it changes the load of the exercise after its workouts.
    fileprivate var movesLoad: Bool {
        switch self {
        case .linear, .double, .repGoal, .table, .perCycle:
            !steps.contains { if case .amount = $0 { true } else { false } }
        case .stages, .extraReps, .repByRep, .rotate: true
        // The top set is that of one workout, and a max test or an RPE does not move a load.
        case .topSet, .maxTest, .rpe, .none: false
        }
    }
}

extension SetPrescription {
    /// Whether it is a work set whose load follows from an RPE.
    fileprivate var isInRPEChart: Bool { kind == .work && load?.targetRPE.flatMap { share(atRPE: $0) } != nil }

    /// Whether it is a work set of as many repetitions as possible with a minimum.
    fileprivate var hasAmrapTarget: Bool {
        guard kind == .work else { return false }
        switch target {
        case .amrap(let least), .amrapWithin(let least, _): return least > 0
        default: return false
        }
    }

    /// The repetitions of a set that tests a max; nil if it does not test one.
    fileprivate var testedReps: Int? {
        guard kind == .work, case .repMax(let reps) = target else { return nil }
        return reps
    }
}
