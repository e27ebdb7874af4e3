internal import CivilTime
internal import YAMLSource

extension ProgramReader {
    mutating func readLifts(_ catalogue: YAMLNode?, maxes: YAMLNode?) {
        for (key, value) in namedEntries(catalogue, "'exercises'") {
            guard let id = identifier(key, "lift ID") else { continue }
            let lift = lift(value)
            lifts[id] = lift
            // The ID of a lift is also a name of its exercise.
            if catalog?.exercise(named: id) == nil { checkName(lift.name, at: value[named: "name"] ?? value) }
        }
        for (key, value) in namedEntries(maxes, "'maxes'") {
            guard let id = identifier(key, "lift ID") else { continue }
            var lift = lifts[id] ?? Lift(name: readable(id))
            readMax(value, into: &lift)
            lifts[id] = lift
        }
    }

    private mutating func lift(_ node: YAMLNode) -> Lift {
        guard node.kind == .mapping else { return Lift(name: name(node, "exercise name") ?? "") }
        guard let reader = MappingReader(node, as: "a lift", keys: Keys.lift, into: &diagnostics) else {
            return Lift(name: "")
        }
        return Lift(
            name: reader.required("name", into: &diagnostics)?.name("exercise name", into: &diagnostics) ?? "",
            rest: span(reader["rest"], "rest time"),
            notes: text(reader["notes"], "notes"),
            progression: reader["progression"].flatMap { withoutRotation(progression($0), at: $0) }
        )
    }

    mutating func readMax(_ node: YAMLNode, into lift: inout Lift) {
        guard node.kind == .mapping else {
            lift.oneRepMax = weight(node, "one-rep max")
            return
        }
        guard let reader = MappingReader(node, as: "a max", keys: Keys.max, into: &diagnostics) else { return }
        lift.oneRepMax = reader["one-rep-max"].flatMap { weight($0, "one-rep max") }
        guard let training = reader["training-max"] else { return }
        if training.text.hasSuffix("%") {
            lift.trainingMaxShare = percentage(training, most: 15_000)
        } else {
            lift.trainingMax = weight(training, "training max")
        }
    }

    /// Reads a list of exercises, with templates expanded.
    ///
    /// - Parameters:
    ///   - ids: the IDs used in the day so far.
    ///   - depth: the number of enclosing templates.
    mutating func exercises(_ node: YAMLNode, ids: inout Set<String>, depth: Int = 0) -> [Exercise] {
        guard node.kind == .sequence else {
            diagnostics.error(
                "'exercises' must be a list, not \(node.kindInWords)",
                at: node.span,
                expected: "a list with '- ' before each item"
            )
            return []
        }
        var result: [Exercise] = []
        for element in node.elements {
            guard let reader = MappingReader(element, as: "an exercise", keys: Keys.exercise, into: &diagnostics) else {
                continue
            }
            if let use = reader["use"] {
                if let alternatives = reader["alternatives"] {
                    diagnostics.error(
                        "a template cannot have alternatives",
                        at: alternatives.span,
                        help: "add them to the exercises of the template"
                    )
                }
                let isOptional = reader["optional"]?.boolean("'optional' value", into: &diagnostics) ?? false
                result += template(use, ids: &ids, depth: depth).map { $0.optional(if: isOptional) }
            } else if var exercise = exercise(reader) {
                let own = reader["id"]
                exercise.id = own.map { ownID($0, &ids) } ?? freeID(exercise.id, &ids)
                exercise.alternatives = alternatives(reader["alternatives"], of: exercise)
                exercise.rotation = rotation(of: exercise, reader)
                result.append(exercise)
                checkEarlierSets(of: exercise, reader)
                checkProgression(of: exercise, reader)
                growths[exercise.id, default: []].append(Growth(exercise, at: element.span))
            }
        }
        return result
    }

    private mutating func template(_ use: YAMLNode, ids: inout Set<String>, depth: Int) -> [Exercise] {
        guard let name = use.string("template name", into: &diagnostics) else { return [] }
        guard let list = templates[name] else {
            diagnostics.error(
                "unknown template '\(name)'",
                at: use.span,
                expected: templates.isEmpty ? "a template defined in 'templates'" : listed(templates.keys),
                help: Suggestion.help(for: name, among: templates.keys.sorted())
            )
            return []
        }
        usedTemplates.insert(name)
        templateUses += 1
        guard templateUses <= ProgramReader.mostTemplateUses else {
            diagnostics.error(
                "the day uses more than \(ProgramReader.mostTemplateUses) templates, counting nested ones",
                at: use.span,
                help: "list the exercises directly"
            )
            return []
        }
        guard depth < 8 else {
            diagnostics.error("template '\(name)' uses itself", at: use.span, help: "list its exercises directly")
            return []
        }
        return exercises(list, ids: &ids, depth: depth + 1)
    }

    /// Reads an exercise; an ID derived from its name may already be used in the day.
    ///
    /// - Parameter defaults: the exercise whose sets it has if it has none.
    mutating func exercise(_ reader: MappingReader, defaults: Exercise? = nil) -> Exercise? {
        let liftNode = reader["lift"]
        let nameNode = reader["exercise"]
        guard liftNode != nil || nameNode != nil else {
            _ = reader.required("exercise", into: &diagnostics)
            return nil
        }
        var name = nameNode.flatMap { $0.name("exercise name", into: &diagnostics) } ?? ""
        var liftID = liftNode.flatMap { $0.string("lift ID", into: &diagnostics) }
        if let liftNode, let id = liftID, lifts[id] == nil {
            diagnostics.error(
                "unknown lift '\(id)'",
                at: liftNode.span,
                expected: lifts.isEmpty ? "a lift defined in 'exercises' or 'maxes'" : listed(lifts.keys),
                help: Suggestion.help(for: id, among: lifts.keys.sorted())
            )
        }
        if liftID == nil, !lifts.isEmpty, lifts[slug(name)] != nil { liftID = slug(name) }
        let lift = liftID.flatMap { lifts[$0] }
        if name.isEmpty { name = lift?.name ?? "" }
        if nameNode != nil, liftNode == nil, let lift, name == liftID { name = lift.name }
        if let nameNode, name != lift?.name { checkName(name, at: nameNode, lift: liftID) }
        let warmUp = reader["warm-up"].map { setList($0, kind: .warmUp) } ?? defaults?.warmUp ?? []
        let sets = defaults?.sets ?? setsOfExercise(reader)
        if liftID == nil, defaults == nil, hasPercentageOfMax(.own(warmUp)) || hasPercentageOfMax(sets) {
            liftID = ownLift(name, at: nameNode)
        }
        return Exercise(
            id: slug(name),
            lift: liftID,
            name: name,
            warmUp: warmUp,
            sets: sets,
            rest: span(reader["rest"], "rest time") ?? lift?.rest,
            notes: text(reader["notes"], "notes") ?? lift?.notes,
            superset: reader["superset"]?.name("superset letter", into: &diagnostics),
            progression: reader["progression"].flatMap { progression($0) } ?? lift?.progression,
            isOptional: reader["optional"]?.boolean("'optional' value", into: &diagnostics) ?? false
        )
    }

    private func hasPercentageOfMax(_ sets: Exercise.Sets) -> Bool {
        let all =
            switch sets {
            case .own(let sets): sets
            case .scheme(let name): schemes[name] ?? []
            }
        return all.contains { $0.load?.base?.isMax ?? false }
    }

    /// The lift of an exercise with percentages for which the program declares none, so that the athlete can set its max.
    private mutating func ownLift(_ name: String, at node: YAMLNode?) -> String {
        let id = slug(name)
        guard lifts[id] == nil else { return id }
        lifts[id] = Lift(name: name)
        if isThorough, let node {
            diagnostics.warning(
                "'\(name)' has percentages, but the program declares no max for it",
                at: node.span,
                help: "add its max to 'maxes', or the lift to 'exercises': exercises: {\(id): \(name)}"
            )
        }
        return id
    }

    private mutating func ownID(_ node: YAMLNode, _ ids: inout Set<String>) -> String {
        guard let id = identifier(node, "exercise ID") else { return "" }
        if !ids.insert(id).inserted {
            diagnostics.error(
                "duplicate exercise ID '\(id)' in this day",
                at: node.span,
                help: "give one of them a different ID"
            )
        }
        return id
    }

    /// The ID, or if the day already has it, the ID with the next free number.
    private func freeID(_ base: String, _ ids: inout Set<String>) -> String {
        var id = base
        var number = 2
        while !ids.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }

    private mutating func setsOfExercise(_ reader: MappingReader) -> Exercise.Sets {
        if reader["reps"] != nil || reader["time"] != nil || reader["distance"] != nil {
            return .own(longForm(reader.node, reader, kind: .work).map { [$0] } ?? [])
        }
        guard let node = reader.required("sets", into: &diagnostics) else { return .own([]) }
        if let load = reader["load"] {
            diagnostics.error(
                "'load' requires 'reps', 'time' or 'distance'",
                at: load.span,
                help: "write the load in 'sets': '3x5 @ 80%'"
            )
        }
        return sets(node)
    }

    /// Sets, or the name of a set scheme.
    mutating func sets(_ node: YAMLNode) -> Exercise.Sets {
        let startsWithLetter =
            node.kind == .scalar
            && node.withBytes { bytes in bytes.first.map { $0 >= 0x61 && $0 <= 0x7A } ?? false }
        if startsWithLetter, !isNotation(node) {
            let name = node.text
            if schemes[name] == nil {
                diagnostics.error(
                    "unknown set scheme '\(name)'",
                    at: node.span,
                    expected: schemes.isEmpty
                        ? SetNotation.examples : "\(listed(schemes.keys)), or \(SetNotation.examples)",
                    help: Suggestion.help(for: name, among: schemes.keys.sorted())
                )
            }
            return .scheme(name)
        }
        return .own(setList(node, kind: .work))
    }

    /// Whether sets begin with a word that also could be the name of a set scheme.
    private func isNotation(_ node: YAMLNode) -> Bool {
        let words = node.text.split(separator: " ")
        return words.first == "amrap" || words.first == "max" || (words.first == "work" && words.count > 1)
    }

    /// The entries of a mapping; anything else is reported.
    mutating func namedEntries(_ node: YAMLNode?, _ what: StaticString) -> [(key: YAMLNode, value: YAMLNode)] {
        guard let node else { return [] }
        guard node.kind == .mapping else {
            diagnostics.error(
                "\(what) must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected: "lines such as 'name: …'"
            )
            return []
        }
        return Array(node.entries)
    }

    mutating func readTemplates(_ node: YAMLNode?) {
        for (key, value) in namedEntries(node, "'templates'") {
            guard let id = identifier(key, "template name") else { continue }
            templates[id] = value
        }
    }

    /// Unused templates are read too, so that their errors are reported now rather than on first use.
    mutating func checkUnusedTemplates(_ node: YAMLNode?) {
        guard let node, node.kind == .mapping else { return }
        for entry in node.entries where templates[entry.key.text] != nil && !usedTemplates.contains(entry.key.text) {
            var ids: Set<String> = []
            templateUses = 0
            dayTops = nil
            _ = exercises(entry.value, ids: &ids)
            checkAlternatives(ids)
            guard !usedTemplates.contains(entry.key.text) else { continue }
            diagnostics.warning(
                "template '\(entry.key.text)' is never used",
                at: entry.key.span,
                help: "use it in a day: '- use: \(entry.key.text)', or remove it"
            )
        }
    }

    mutating func span(_ node: YAMLNode?, _ what: StaticString) -> TimeSpan? {
        node?.parsed(what, into: &diagnostics) { (text) throws(CivilTimeError) in try TimeSpan(parsing: text) }
    }

    func listed(_ names: some Sequence<String>) -> String {
        let sorted = names.sorted()
        return sorted.prefix(8).joined(separator: ", ") + (sorted.count > 8 ? " …" : "")
    }
}

/// An ID as a display name: `bench-press` becomes `Bench Press`.
func readable(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
}
