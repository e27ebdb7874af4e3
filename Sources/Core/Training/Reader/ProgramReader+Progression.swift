internal import YAMLSource

/// Reads progressions.
extension ProgramReader {
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
            case .double: ["add", "beat-last", "fails", "deload"]
            case .perCycle: ["add", "fails", "deload"]
            case .stages: ["add", "stages", "reset", "advance", "fails", "deload"]
            case .repGoal, .repByRep: ["add", "reps"]
            case .amrapTable: ["table", "count"]
            case .maxTest: ["formula"]
            case .topSet: ["fails", "deload"]
            case .extraReps: ["add", "keep"]
            case .rotate: ["add", "advance", "fails", "deload", "to"]
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
        case .maxTest:
            guard let node = reader["formula"] else { return .maxTest(nil) }
            return estimate(node).map { .maxTest($0) }
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
        let advance = advance(reader)
        let isOptional = type != .repByRep && reader["advance"].map { !$0.equals("failure") } ?? false
        let node = isOptional ? reader["add"] : reader.required("add", into: &diagnostics)
        guard let add = node.map({ weight($0, "increment") }) ?? (isOptional ? Weight(thousandths: 0) : nil) else {
            return nil
        }
        switch type {
        // The exercises of the rotation are read with the exercise.
        case .rotate:
            guard reader.required("to", into: &diagnostics) != nil else { return nil }
            return .rotate(add: add, advance)
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
            if advance.cause == .failure, let deload = reader["deload"] {
                diagnostics.warning(
                    "'deload' has no effect if failures bring the next set scheme",
                    at: deload.span,
                    help: "remove it, or write 'reset: 90%' for the load after the last set scheme"
                )
            }
            return .stages(stages, add: add, reset: reset, advance)
        case .linear, .double, .repGoal, .perCycle, .amrapTable, .maxTest, .topSet, .extraReps, .rpe, .none: return nil
        }
    }

    private mutating func advance(_ reader: MappingReader) -> Progression.Advance {
        let cause = reader["advance"]?.choice("'advance'", of: Progression.Advance.Cause.self, into: &diagnostics)
        return Progression.Advance(cause: cause ?? .failure, fails: fails(reader), deload: deload(reader))
    }

    /// A progression that can change the load or the sets.
    private mutating func stepped(_ type: Kind, _ reader: MappingReader) -> Progression? {
        let beatsLast = type == .double && reader["beat-last"]?.boolean("'beat-last'", into: &diagnostics) ?? false
        let node = beatsLast ? reader["add"] : reader.required("add", into: &diagnostics)
        guard let add = node.map({ step($0) }) ?? (beatsLast ? .zero : nil) else { return nil }
        switch type {
        case .linear:
            return .linear(
                add: add,
                every: reader["every"]?.choice("period", of: Progression.Period.self, into: &diagnostics) ?? .session,
                fails: fails(reader),
                deload: deload(reader)
            )
        case .double:
            return .double(add: add, beatsLast: beatsLast, fails: fails(reader), deload: deload(reader))
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

    /// A percentage up to 90%, a weight, or an amount in the unit of the sets.
    private mutating func deload(_ reader: MappingReader) -> Step? {
        guard let node = reader["deload"], let text = node.string("deload", into: &diagnostics) else { return nil }
        let type = reader["type"]
        let isTurn = type.map { $0.equals("rotate") || $0.equals("stages") } ?? false
        if reader["fails"] == nil, !isTurn || reader["advance"]?.equals("success") ?? false {
            diagnostics.warning(
                "'deload' has no effect without 'fails'",
                at: node.span,
                help: "add, for example, fails: 3"
            )
        }
        if let step = Step(parsing: text, units), step.sign > 0, text.first != "+" {
            guard case .share(let share) = step, share.hundredths > 9000 else { return step }
        }
        diagnostics.error(
            "invalid deload '\(text)'",
            at: node.span,
            expected:
                "a percentage up to 90%, a weight in \(units.rawValue), or an amount in the unit of the sets, such as 5s"
        )
        return nil
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

    /// A formula for a one-rep max, or factors such as `{2: 105%, 3: 108%}`.
    private mutating func estimate(_ node: YAMLNode) -> MaxEstimate? {
        if node.kind == .scalar, let formula = MaxFormula(rawValue: node.text) { return .formula(formula) }
        guard node.kind == .mapping, !node.entries.isEmpty else {
            diagnostics.error(
                "invalid formula " + (node.kind == .scalar ? "'\(node.text)'" : "(\(node.kindInWords))"),
                at: node.span,
                expected: MaxFormula.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", or your own factors, as in {3: 108%}",
                help: Suggestion.help(for: node.text, among: MaxFormula.allCases.map(\.rawValue))
            )
            return nil
        }
        var factors: [Int: Percentage] = [:]
        for (key, value) in node.entries {
            let reps = key.integer("number of repetitions", in: 1...MaxFormula.mostReps, into: &diagnostics)
            guard let reps, let share = percentage(value, most: 20_000, example: "108%") else { return nil }
            factors[reps] = share
            let smaller = factors.filter { $0.key < reps }.map(\.value).max() ?? .whole
            let larger = factors.filter { $0.key > reps }.map(\.value).min()
            guard share < smaller || larger.map({ share > $0 }) ?? false else { continue }
            diagnostics.error(
                "the factors do not grow with the repetitions",
                at: value.span,
                expected: "100% or more, and no less than for fewer repetitions"
            )
            return nil
        }
        return .factors(factors)
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
}

extension Step {
    /// Parses a step: `2.5`, `-5lb`, `10%`, `5s`, `500m`, `1 rep` or `0`; nil if it is none.
    ///
    /// - Parameter unit: the unit of a weight; one in another unit is none.
    fileprivate init?(parsing text: String, _ unit: WeightUnit) {
        let isNegative = text.hasPrefix("-")
        let digits = (isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]).filter { $0 != " " }
        let sign = isNegative ? -1 : 1
        if digits == "0" {
            self = .zero
            return
        }
        for word in ["reps", "rep"] where digits.hasSuffix(word) {
            let number = digits.dropLast(word.count)
            guard let reps = Int(number), (1...1000).contains(reps) else { return nil }
            self = .amount(sign * reps, .reps)
            return
        }
        var bytes = digits
        let load = bytes.withUTF8 { SetNotation.result($0, unit) }
        switch try? load.get() {
        case .weight(let weight, unit)?: self = .weight(Weight(thousandths: sign * weight.thousandths))
        case .percentage(let share, .default)? where share <= .whole:
            self = .share(Percentage(hundredths: sign * share.hundredths))
        default:
            switch bytes.withUTF8({ try? SetNotation.parseTarget($0) }) {
            case .time(let seconds)?: self = .amount(sign * seconds, .seconds)
            case .distance(let metres)?: self = .amount(sign * metres, .metres)
            default: return nil
            }
        }
    }
}
