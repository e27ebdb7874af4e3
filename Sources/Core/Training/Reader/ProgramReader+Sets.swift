internal import YAMLSource

extension ProgramReader {
    mutating func readSchemes(_ node: YAMLNode?) {
        for (name, sets) in schemeEntries(node) { schemes[name] = sets }
    }

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
        case .success(let sets): return sets.with(kind: kind)
        case .failure(let failure):
            report(failure, in: node)
            return nil
        }
    }

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
}
