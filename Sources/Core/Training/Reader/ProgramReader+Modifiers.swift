internal import YAMLSource

/// Reads the parts of sets that are given as mappings: numbers of sets, techniques and caps.
extension ProgramReader {
    /// A number of sets, or a range of them.
    mutating func counts(_ node: YAMLNode) -> ClosedRange<Int>? {
        guard node.string("number of sets", into: &diagnostics) != nil else { return nil }
        let result = notation(node) { bytes in
            Result { () throws(SetNotation.Failure) in try SetNotation.parseCounts(bytes) }
        }
        switch result {
        case .success(let counts): return counts
        case .failure(let failure):
            diagnostics.error(
                "invalid number of sets '\(node.text)'",
                at: node.span(of: failure.range),
                expected: failure.expected
            )
            return nil
        }
    }

    /// The technique and the cap of sets.
    mutating func modifiers(_ reader: MappingReader) -> SetModifiers {
        var modifiers = SetModifiers()
        if let node = reader.node[named: "technique"], node.string("technique", into: &diagnostics) != nil {
            var read = modifiers
            let failure = notation(node) { bytes -> SetNotation.Failure? in
                var reader = NotationReader(bytes)
                do throws(SetNotation.Failure) {
                    try reader.read(&read)
                    try reader.expectEnd(ProgramReader.techniques)
                    return nil
                } catch { return error }
            }
            if let failure {
                report(failure, in: node)
            } else if read.technique == nil || read.rpeCap != nil {
                diagnostics.error("invalid technique '\(node.text)'", at: node.span, expected: ProgramReader.techniques)
            } else {
                modifiers.technique = read.technique
            }
        }
        if let node = reader.node[named: "cap"], node.string("cap", into: &diagnostics) != nil {
            if case .success(.rpe(let tenths)) = notation(node, { SetNotation.result($0, units) }) {
                modifiers.rpeCap = (tenths, 0..<0)
            } else {
                diagnostics.error("invalid cap '\(node.text)'", at: node.span, expected: "rpe 6 to rpe 10")
            }
        }
        return modifiers
    }

    private static let techniques = "rest-pause, myo, emom, every 2min, per rep or half"

    /// Reports modifiers that do not fit the set, and a target that is not repeated.
    mutating func check(
        _ modifiers: SetModifiers,
        _ counts: ClosedRange<Int>,
        _ target: SetTarget,
        _ load: Load?,
        _ reader: MappingReader
    ) {
        if target.isSingle, counts != 1...1 {
            diagnostics.error(
                "'\(target.notation)' cannot have a number of sets",
                at: reader.node[named: "sets"]?.span ?? reader.node.span,
                help: "remove 'sets'"
            )
        }
        if case .every = modifiers.technique?.value, let rest = reader["rest"] {
            diagnostics.error(
                "sets at an interval cannot have a rest",
                at: rest.span,
                help: "remove 'rest' or the interval"
            )
        }
        guard let problem = modifiers.problem(counts, target, load) else { return }
        let node = reader.node[named: problem.key] ?? reader.node
        diagnostics.error(problem.failure.message, at: node.span, expected: problem.failure.expected)
    }
}
