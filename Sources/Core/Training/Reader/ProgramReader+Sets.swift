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
        var (isFirst, hasFirst) = (true, false)
        return elements.compactMap { element in
            guard let set = setElement(element, kind: kind) else { return nil }
            if set.technique.followsFirstSet, !hasFirst {
                diagnostics.error(
                    "'\(set.notation)' does not follow a first work set with repetitions",
                    at: element.span,
                    expected: "the set that it follows from, as in [3-6, 3-6x1 per rep]"
                )
            }
            if set.kind == .work, isFirst {
                hasFirst = set.target.isRepetitions && !set.target.isSingle
                isFirst = false
            }
            return set
        }
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

/// Checks that loads such as `90% of top` have a set to refer to.
extension ProgramReader {
    /// Reports the sets of an exercise that refer to earlier sets where there are none, and notes its own work sets.
    mutating func checkEarlierSets(of exercise: Exercise, _ reader: MappingReader) {
        if let warmUp = reader["warm-up"] { checkEarlierSets(exercise.warmUp, at: warmUp, hasTop: false) }
        guard let tops = dayTops else { return }
        let key = exercise.lift ?? exercise.id
        let hasTop = tops.contains(key)
        exerciseTops[exercise.id] = hasTop && exerciseTops[exercise.id] ?? true
        let isLong = ["reps", "time", "distance"].contains { reader.node[named: $0] != nil }
        let node = isLong ? reader.node : reader["sets"] ?? reader.node
        switch exercise.sets {
        case .own(let sets):
            checkEarlierSets(sets, at: node, hasTop: hasTop)
            if sets.contains(where: { $0.kind == .work }) { dayTops?.insert(key) }
        case .scheme(let name):
            schemeTops[name] = hasTop && schemeTops[name] ?? true
            checkScheme(name, at: node, hasTop: hasTop)
            if schemes[name, default: []].contains(where: { $0.kind == .work }) { dayTops?.insert(key) }
        }
    }

    /// Reports a set scheme that refers to an earlier set where there is none.
    mutating func checkScheme(_ name: String, at node: YAMLNode, hasTop: Bool) {
        let sets = schemes[name] ?? []
        guard let index = ProgramReader.firstWithoutBase(sets, hasTop: hasTop), let load = sets[index].load else {
            return
        }
        diagnostics.error(
            "'\(load.notation)' in set scheme '\(name)' has no \(load.missingSet)",
            at: node.span,
            expected: load.expectedSet
        )
    }

    /// Reports the first set of a list that refers to an earlier set where there is none.
    mutating func checkEarlierSets(_ sets: [SetPrescription], at node: YAMLNode, hasTop: Bool) {
        guard let index = ProgramReader.firstWithoutBase(sets, hasTop: hasTop), let load = sets[index].load else {
            return
        }
        let elements = node.elementsOrSelf
        diagnostics.error(
            "'\(load.notation)' has no \(load.missingSet)",
            // A set that could not be read is missing in `sets`.
            at: elements.count == sets.count ? loadSpan(elements[index]) : node.span,
            expected: load.expectedSet
        )
    }

    private static func firstWithoutBase(_ sets: [SetPrescription], hasTop: Bool) -> Int? {
        var (hasTop, hasLast) = (hasTop, false)
        for (index, set) in sets.enumerated() {
            switch set.load?.base {
            case .topSet where !hasTop || set.kind == .warmUp: return index
            case .lastSet where !hasLast || set.kind == .warmUp: return index
            default: break
            }
            if set.kind == .work { hasTop = true }
            if set.kind != .warmUp { hasLast = true }
        }
        return nil
    }

    /// The place of the load in a set.
    private func loadSpan(_ node: YAMLNode) -> SourceSpan {
        if let load = node.kind == .mapping ? node["load"] : nil { return load.span }
        guard node.kind == .scalar else { return node.span }
        let range = node.withBytes { bytes -> Range<Int>? in
            guard let sign = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
            let start = bytes[(sign + 1)...].firstIndex { $0 != 0x20 } ?? sign
            return start..<bytes.count
        }
        return range.map { node.span(of: $0) } ?? node.span
    }
}

extension Load {
    fileprivate var missingSet: String {
        base == .lastSet ? "set before it in the exercise" : "top set before it on the day"
    }

    fileprivate var expectedSet: String {
        base == .lastSet
            ? "a set before it, as in [5 @ 80%, 5 @ 90% of last]"
            : "a work set before it, of the exercise or of the same lift, as in [5RM, 3x5 @ 90% of top]"
    }
}
