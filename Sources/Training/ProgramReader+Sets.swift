internal import YAMLSource

extension ProgramReader {
    /// Reads the named set schemes.
    mutating func readSchemes(_ node: YAMLNode?) {
        for (name, sets) in schemeEntries(node) { schemes[name] = sets }
    }

    /// Set schemes by name.
    mutating func schemeEntries(_ node: YAMLNode?) -> [(name: String, sets: [SetPrescription])] {
        namedEntries(node, "'sets'").compactMap { key, value in
            guard let name = identifier(key, "set scheme name") else { return nil }
            guard name.utf8.first.map({ $0 >= 0x61 && $0 <= 0x7A }) ?? false else {
                diagnostics.error(
                    "a set scheme name must start with a letter",
                    at: key.span,
                    help: "rename it; otherwise it looks like a set"
                )
                return nil
            }
            return (name, setList(value, kind: .work))
        }
    }

    /// Reads sets: a notation, a mapping, or a list of these.
    mutating func setList(_ node: YAMLNode, kind: SetPrescription.Kind) -> [SetPrescription] {
        let elements = node.elementsOrSelf
        if elements.isEmpty {
            diagnostics.error("the list has no sets", at: node.span, expected: SetNotation.examples)
        }
        return elements.compactMap { setElement($0, kind: kind) }
    }

    private mutating func setElement(_ node: YAMLNode, kind: SetPrescription.Kind) -> SetPrescription? {
        switch node.kind {
        case .scalar: return shortForm(node, kind: kind)
        case .mapping:
            guard let reader = MappingReader(node, as: "a set", keys: Keys.sets, into: &diagnostics) else { return nil }
            return longForm(node, reader, kind: kind)
        case .sequence:
            diagnostics.error("a set cannot be a list", at: node.span, expected: SetNotation.examples)
            return nil
        }
    }

    private mutating func shortForm(_ node: YAMLNode, kind: SetPrescription.Kind) -> SetPrescription? {
        let units = units
        let result = notation(node) { bytes -> Result<SetPrescription, SetNotation.Failure> in
            Result { () throws(SetNotation.Failure) in try SetNotation.parse(bytes, units: units) }
        }
        switch result {
        case .success(let sets):
            return sets.with(kind: kind)
        case .failure(let failure):
            report(failure, in: node)
            return nil
        }
    }

    /// Reads sets given as a mapping.
    mutating func longForm(_ node: YAMLNode, _ reader: MappingReader, kind: SetPrescription.Kind) -> SetPrescription? {
        let counts = reader["sets"].map { self.counts($0) } ?? 1...1
        let targets = [reader["reps"], reader["time"], reader["distance"]].compactMap { $0 }
        guard let first = targets.first, targets.count == 1 else {
            diagnostics.error(
                targets.isEmpty
                    ? "these sets have no reps, time or distance"
                    : "these sets have more than one of reps, time and distance",
                at: targets.last?.span ?? SourceSpan(start: node.span.start, end: node.span.start + 1),
                expected: "exactly one of reps, time or distance"
            )
            return nil
        }
        let target = targetValue(first)
        let load = reader["load"].flatMap { loadValue($0) }
        let ownKind = reader["kind"]?.choice("set kind", of: SetPrescription.Kind.self, into: &diagnostics)
        let modifiers = modifiers(reader)
        guard let counts, let target else { return nil }
        check(modifiers, counts, target, load, reader)
        return SetPrescription(
            count: counts.lowerBound,
            mostCount: counts.upperBound,
            target: target,
            technique: modifiers.technique?.value ?? .straight,
            load: load,
            rpeCap: modifiers.rpeCap?.value,
            kind: ownKind ?? kind,
            rest: span(reader["rest"], "rest time"),
            notes: text(reader["notes"], "notes")
        )
    }

    private mutating func targetValue(_ node: YAMLNode) -> SetTarget? {
        guard node.string("set target", into: &diagnostics) != nil else { return nil }
        let result = notation(node) { bytes -> Result<SetTarget, SetNotation.Failure> in
            Result { () throws(SetNotation.Failure) in try SetNotation.parseTarget(bytes) }
        }
        switch result {
        case .success(let target): return target
        case .failure(let failure):
            report(failure, in: node)
            return nil
        }
    }

    private mutating func loadValue(_ node: YAMLNode) -> Load? {
        guard node.string("load", into: &diagnostics) != nil else { return nil }
        let units = units
        switch notation(node, { SetNotation.result($0, units) }) {
        case .success(let load): return load
        case .failure(let failure):
            report(failure, in: node)
            return nil
        }
    }

    // MARK: Progression

    private enum Kind: String, CaseIterable {
        case linear, double, stages
        case repGoal = "rep-goal"
        case amrapTable = "amrap-table"
        case perCycle = "per-cycle"
        case none
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
        if type == .none { return Progression.none }
        if type == .amrapTable { return reader.required("table", into: &diagnostics).map { .amrapTable(table($0)) } }
        guard let add = reader.required("add", into: &diagnostics).flatMap({ weight($0, "increment") }) else {
            return nil
        }
        switch type {
        case .linear:
            return .linear(
                add: add,
                every: reader["every"]?.choice("period", of: Progression.Period.self, into: &diagnostics) ?? .session,
                fails: reader["fails"]?.integer("number of failures", in: 1...20, into: &diagnostics),
                deload: reader["deload"].flatMap { percentage($0, most: 9000) }
            )
        case .double: return .double(add: add)
        case .perCycle: return .perCycle(add: add)
        case .repGoal:
            return reader.required("reps", into: &diagnostics)?.integer(
                "number of repetitions",
                in: 1...5000,
                into: &diagnostics
            ).map { .repGoal(reps: $0, add: add) }
        case .stages:
            let stages =
                reader.required("stages", into: &diagnostics)?.elementsOrSelf.map { node -> [SetPrescription] in
                    let sets = setList(node, kind: .work)
                    checkEarlierSets(sets, at: node, hasTop: false)
                    return sets
                } ?? []
            return .stages(stages, add: add, reset: reader["reset"].flatMap { percentage($0, most: 10_000) })
        case .amrapTable, .none: return nil
        }
    }

    /// A number of repetitions, 0 to 1000, digits only.
    private func repetitions(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { (0...1000).contains($0) ? $0 : nil }
    }

    /// Rows such as `0-1: 0`, `2: 2.5` and `6+: 7.5`.
    private mutating func table(_ node: YAMLNode) -> [Progression.AmrapRow] {
        var rows: [Progression.AmrapRow] = []
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
            let isZero = value.equals("0")
            guard let add = isZero ? Weight(thousandths: 0) : weight(value, "increment") else { return rows }
            rows.append(Progression.AmrapRow(from: from, through: through, add: add))
        }
        return rows
    }
}
