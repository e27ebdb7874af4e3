internal import YAMLSource

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
