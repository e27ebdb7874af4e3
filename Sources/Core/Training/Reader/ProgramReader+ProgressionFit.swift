internal import YAMLSource

/// Checks that progressions fit the lifts and sets of their exercises.
extension ProgramReader {
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
        case .table(_, let count):
            checkSteps(of: progression, exercise, at: node)
            if count == .amrap { checkAmrap(of: exercise, at: node) }
        case .linear, .double, .repGoal, .perCycle: checkSteps(of: progression, exercise, at: node)
        case .stages(let stages, _, _, _): checkTests(in: stages, of: exercise, at: node)
        case .rotate, .none: break
        }
        let deload = reader["progression"].flatMap { $0.kind == .mapping ? $0["deload"] : nil }
        checkDeload(of: progression, exercise, at: deload ?? node)
        if case .double(_, true, _, _) = progression { checkBeatLast(of: exercise, at: node) }
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
        let work = workSets(exercise.sets)
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

    /// Reports a deload of the load if the progression changes the sets, and of the sets if it changes the load.
    private mutating func checkDeload(of progression: Progression, _ exercise: Exercise, at node: YAMLNode) {
        guard let deload = progression.deload, !deload.isShare else { return }
        let unit = progression.unit(workSets(exercise.sets))
        guard deload.unit != unit else { return }
        let example = unit.map { $0 == .reps ? "1 rep" : $0 == .seconds ? "5s" : "500m" } ?? "5\(units.rawValue)"
        diagnostics.error(
            "the deload of '\(exercise.name)' does not fit its progression, which changes the \(unit == nil ? "load" : "sets")",
            at: node.span,
            expected: "deload: 10%, or deload: \(example)"
        )
    }

    /// Warns about a table that no set decides.
    private mutating func checkAmrap(of exercise: Exercise, at node: YAMLNode) {
        guard case .own(let sets) = exercise.sets, !sets.isEmpty,
            !sets.contains(where: { $0.kind == .work && $0.target.isOpenSet })
        else { return }
        diagnostics.warning(
            "'amrap-table' of '\(exercise.name)' has no effect, because no set is an AMRAP set",
            at: node.span,
            help: "write a set such as 5+, or add 'count: total' or 'count: worst'"
        )
    }

    /// Reports set schemes that test a load if the sets have percentages of a max instead.
    private mutating func checkTests(in stages: [[SetPrescription]], of exercise: Exercise, at node: YAMLNode) {
        guard stages.contains(where: \.hasTest),
            (workSets(exercise.sets) + stages.joined()).contains(where: { $0.load?.base?.isMax ?? false })
        else { return }
        diagnostics.error(
            "a set scheme of '\(exercise.name)' tests the load, but its sets are percentages of a max",
            at: node.span,
            expected: "sets without percentages, or a separate exercise with 'type: max-test'"
        )
    }

    /// Warns about fixed sets, which have no result that could be better than the last one.
    private mutating func checkBeatLast(of exercise: Exercise, at node: YAMLNode) {
        let work = workSets(exercise.sets)
        guard !work.isEmpty, !work.contains(where: { $0.target.canExceedMinimum }) else { return }
        diagnostics.warning(
            "'beat-last' of '\(exercise.name)' has no effect, because its sets are fixed",
            at: node.span,
            help: "write sets such as 3x5-8 or 3xAMRAP"
        )
    }

    private func workSets(_ sets: Exercise.Sets) -> [SetPrescription] {
        let all =
            switch sets {
            case .own(let sets): sets
            case .scheme(let name): schemes[name] ?? []
            }
        return all.filter { $0.kind == .work }
    }

    /// A place of an exercise in the days.
    struct Growth {
        let name: String
        let progression: Progression?
        let sets: Exercise.Sets
        /// The IDs of the other exercises of its rotation.
        let rotation: [String]
        let span: SourceSpan

        init(_ exercise: Exercise, at span: SourceSpan) {
            (name, progression, sets, self.span) = (exercise.name, exercise.progression, exercise.sets, span)
            rotation = exercise.rotation.map(\.exercise.id)
        }
    }

    /// Reports an exercise with different rotations on several days, because a rotation has one current exercise.
    mutating func checkTurns() {
        for places in growths.values.map({ $0.filter { !$0.rotation.isEmpty } }) {
            for place in places.dropFirst()
            where place.rotation != places[0].rotation || place.progression != places[0].progression {
                diagnostics.error(
                    "the rotation of '\(place.name)' differs from the one on another day",
                    at: place.span,
                    help: "repeat the progression of the other day, or give the exercise another id"
                )
            }
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
        workSets(sets).contains { set in
            switch set.load {
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

    private mutating func checkMaxTest(_ formula: MaxEstimate?, of exercise: Exercise, at node: YAMLNode) {
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
            let targets = sets.filter { $0.kind == .work }.map(\.target)
            if targets.contains(where: { $0.isAmrap || $0.isRange }) {
                let isAmrap = targets.contains(where: \.isAmrap)
                checkFormula(formula, for: isAmrap ? "an AMRAP set" : "a range", at: node)
            } else if !sets.isEmpty {
                diagnostics.error(
                    "the max test of '\(exercise.name)' has no test set",
                    at: node.span,
                    expected: "a set such as 1RM, 3RM, 5+ or 3-5"
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
            checkFormula(formula, for: "\(most)RM", of: most, at: node)
        }
    }

    private mutating func checkFormula(
        _ formula: MaxEstimate?,
        for test: String,
        of reps: Int? = nil,
        at node: YAMLNode
    ) {
        switch formula {
        case nil: break
        case .formula?: return
        case .factors(let factors)?: if reps.map({ reps in factors.keys.contains { $0 <= reps } }) ?? true { return }
        }
        diagnostics.error(
            "the max test with \(test) has no formula for the one-rep max",
            at: node.span,
            expected: MaxFormula.allCases.map { "formula: \($0.rawValue)" }.joined(separator: " or ")
                + ", or your own factors, as in formula: {3: 108%}"
        )
    }
}

extension Progression {
    /// Whether it changes the load of the exercise after its workouts.
    fileprivate var movesLoad: Bool {
        switch self {
        case .linear, .double, .repGoal, .table, .perCycle: steps.allSatisfy { $0.unit == nil }
        case .stages, .extraReps, .repByRep, .rotate: true
        // The top set is that of one workout, and a max test or an RPE does not move a load.
        case .topSet, .maxTest, .rpe, .none: false
        }
    }
}

extension SetTarget {
    /// Whether results above the minimum are possible.
    fileprivate var canExceedMinimum: Bool {
        switch self {
        case .range, .amrap, .totalRange, .amrapWithin, .timeRange: true
        case .reps, .total, .within, .repMax, .time, .distance: false
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
