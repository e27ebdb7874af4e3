internal import YAMLSource

extension ProgramReader {
    mutating func readDays(_ node: YAMLNode) -> [ProgramDay] {
        var days: [ProgramDay] = []
        for (key, value) in namedEntries(node, "'days'") {
            guard let id = identifier(key, "day ID") else { continue }
            dayPlaces[id] = days.count
            days.append(day(id, value))
        }
        if days.isEmpty, node.kind == .mapping {
            diagnostics.error("the program has no days", at: node.span, help: "add a day with exercises")
        }
        return days
    }

    private mutating func day(_ id: String, _ node: YAMLNode) -> ProgramDay {
        guard let reader = MappingReader(node, as: "a day", keys: Keys.day, into: &diagnostics) else {
            return ProgramDay(id: id, name: readable(id), duration: nil, notes: nil, exercises: [])
        }
        var ids = Set<String>(minimumCapacity: 12)
        templateUses = 0
        dayTops = []
        let list = reader.required("exercises", into: &diagnostics)
        let exercises = list.map { self.exercises($0, ids: &ids) } ?? []
        checkAlternatives(ids)
        if let list, list.kind == .sequence, list.elements.isEmpty {
            diagnostics.error(
                "day '\(id)' has no exercises",
                at: list.span,
                help: "add an exercise, or use 'rest' in the schedule"
            )
        }
        return ProgramDay(
            id: id,
            name: name(reader["name"], "day name") ?? readable(id),
            duration: span(reader["duration"], "duration"),
            notes: text(reader["notes"], "notes"),
            isOptional: reader["optional"]?.boolean("'optional' value", into: &diagnostics) ?? false,
            time: time(reader["time"]),
            exercises: exercises
        )
    }

    /// The index of a day in the schedule or a week; the inner optional is nil for `rest`, the outer one for an unknown day.
    mutating func dayReference(_ node: YAMLNode) -> Int?? {
        guard let name = node.string("day", into: &diagnostics) else { return .none }
        if name == "rest" { return .some(nil) }
        guard let index = dayPlaces[name] else {
            diagnostics.error(
                "unknown day '\(name)'",
                at: node.span,
                expected: "\(listed(dayPlaces.keys)) or rest",
                help: Suggestion.help(for: name, among: dayPlaces.keys.sorted() + ["rest"])
            )
            return .none
        }
        usedDays.insert(index)
        return .some(index)
    }

    // MARK: Weeks

    mutating func readWeeks(_ reader: MappingReader) -> [ProgramWeek] {
        if let phases = reader["phases"] {
            if let weeks = reader.node["weeks"] {
                diagnostics.error(
                    "a program cannot have both weeks and phases",
                    at: weeks.span,
                    help: "move the weeks into a phase"
                )
            }
            return list(phases, "'phases'").flatMap { phase($0) }
        }
        return reader["weeks"].map { list($0, "'weeks'").flatMap { week($0, phase: nil) } } ?? []
    }

    private mutating func phase(_ node: YAMLNode) -> [ProgramWeek] {
        guard let reader = MappingReader(node, as: "a phase", keys: Keys.phase, into: &diagnostics) else { return [] }
        let name = reader.required("name", into: &diagnostics)?.name("phase name", into: &diagnostics)
        let times = repetitions(reader["repeat"])
        guard let node = reader.required("weeks", into: &diagnostics) else { return [] }
        let weeks: [ProgramWeek]
        if node.kind == .scalar {
            let count = node.integer("number of weeks", in: 1...104, into: &diagnostics) ?? 0
            weeks = Array(
                repeating: ProgramWeek(
                    name: nil,
                    phase: name,
                    isDeload: false,
                    schemes: [:],
                    exercises: [:],
                    swaps: [:]
                ),
                count: count
            )
        } else {
            weeks = list(node, "'weeks'").flatMap { week($0, phase: name) }
        }
        return Array(repeating: weeks, count: times).flatMap { $0 }
    }

    private mutating func week(_ node: YAMLNode, phase: String?) -> [ProgramWeek] {
        guard let reader = MappingReader(node, as: "a week", keys: Keys.week, into: &diagnostics) else { return [] }
        var replaced: [String: [SetPrescription]] = [:]
        for (name, sets) in schemeEntries(reader["sets"]) {
            if schemes[name] == nil, let span = reader["sets"]?[named: name]?.span {
                diagnostics.error(
                    "unknown set scheme '\(name)' in a week",
                    at: span,
                    expected: schemes.isEmpty ? "a scheme defined in the program's 'sets'" : listed(schemes.keys),
                    help: Suggestion.help(for: name, among: schemes.keys.sorted())
                )
            }
            if let value = reader["sets"]?[named: name] {
                checkEarlierSets(sets, at: value, hasTop: schemeTops[name] ?? true)
            }
            replaced[name] = sets
        }
        var swaps: [Int: Int?] = [:]
        for (key, value) in namedEntries(reader["swap"], "'swap'") {
            guard case .some(.some(let from)) = dayReference(key), case .some(let to) = dayReference(value) else {
                continue
            }
            swaps[from] = .some(to)
        }
        let week = ProgramWeek(
            name: name(reader["name"], "week name"),
            phase: phase,
            isDeload: reader["deload"]?.boolean("'deload' value", into: &diagnostics) ?? false,
            schemes: replaced,
            exercises: replacements(reader["exercises"]),
            swaps: swaps
        )
        return Array(repeating: week, count: repetitions(reader["repeat"]))
    }

    private mutating func repetitions(_ node: YAMLNode?) -> Int {
        node.map { $0.integer("repeat count", in: 1...52, into: &diagnostics) ?? 1 } ?? 1
    }

    mutating func list(_ node: YAMLNode, _ what: StaticString) -> [YAMLNode] {
        guard node.kind == .sequence, !node.elements.isEmpty else {
            diagnostics.error(
                node.kind == .sequence ? "\(what) is an empty list" : "\(what) must be a list, not \(node.kindInWords)",
                at: node.span,
                expected: "a list with '- ' before each item"
            )
            return []
        }
        return Array(node.elements)
    }
}
