internal import CivilTime
internal import YAMLSource

/// Reads the tests of a program, which runs of cron skip.
extension ProgramReader {
    private static let mostTests = 500
    private static let mostWorkouts = 500

    /// Reads the tests in the mapping of a program.
    mutating func tests(in root: YAMLNode, of program: Program) -> [ProgramTest] {
        guard root.kind == .mapping, let node = root["tests"], !node.isNull else { return [] }
        return tests(node, of: program)
    }

    private mutating func tests(_ node: YAMLNode, of program: Program) -> [ProgramTest] {
        let elements = list(node, "'tests'")
        guard elements.count <= ProgramReader.mostTests else {
            diagnostics.error(
                "'tests' has too many tests",
                at: node.span,
                expected: "at most \(ProgramReader.mostTests)"
            )
            return []
        }
        let exercises = Set(program.allExercises.map(\.id))
        return elements.compactMap { test($0, of: program, exercises) }
    }

    private mutating func test(_ node: YAMLNode, of program: Program, _ exercises: Set<String>) -> ProgramTest? {
        guard let reader = MappingReader(node, as: "a test", keys: Keys.test, into: &diagnostics),
            let name = reader.required("name", into: &diagnostics)?.name("test name", into: &diagnostics),
            let list = reader.required("workouts", into: &diagnostics)
        else { return nil }
        var test = ProgramTest(name: name, span: node.span)
        test.start = date(reader["start"]) ?? test.start
        test.days = reader["days"].flatMap { weekdaySet($0) } ?? test.days
        for (key, value) in namedEntries(reader["maxes"], "'maxes'") {
            guard check(key, "lift", among: program.lifts.keys) else { continue }
            var lift = Lift(name: key.text)
            readMax(value, into: &lift)
            test.maxes[key.text] = lift
        }
        for (key, value) in namedEntries(reader["loads"], "'loads'") where check(key, "exercise", among: exercises) {
            test.loads[key.text] = weight(value, "load")
        }
        test.workouts = self.list(list, "'workouts'").compactMap { testedWorkout($0, program, exercises) }
        if let node = reader["ends"], node.boolean("'ends' value", into: &diagnostics) ?? false { test.end = node.span }
        let count = test.workouts.reduce(0) { $0 + $1.times }
        if count > ProgramReader.mostWorkouts {
            diagnostics.error(
                "a test has \(count) workouts",
                at: list.span,
                expected: "at most \(ProgramReader.mostWorkouts)"
            )
        }
        return test
    }

    private mutating func testedWorkout(_ node: YAMLNode, _ program: Program, _ exercises: Set<String>)
        -> ProgramTest.Workout?
    {
        let keys = Keys.testedWorkout
        guard let reader = MappingReader(node, as: "a workout of a test", keys: keys, into: &diagnostics) else {
            return nil
        }
        var workout = ProgramTest.Workout(span: node.span)
        workout.times =
            reader["repeat"]?.integer("repeat count", in: 1...ProgramReader.mostWorkouts, into: &diagnostics) ?? 1
        if let node = reader["date"] { workout.date = date(node).map { expected($0, node) } }
        if let node = reader["day"], check(node, "day", among: program.days.map(\.id)) {
            workout.day = expected(node.text, node)
        }
        if let node = reader["week"] {
            workout.week = node.integer("week", in: 1...9999, into: &diagnostics).map { expected($0, node) }
        }
        for (key, value) in namedEntries(reader["sets"], "'sets'") where check(key, "exercise", among: exercises) {
            guard let sets = expectation(value) else { continue }
            workout.sets.append((key.text, expected(sets, value)))
        }
        workout.outcome =
            reader["outcome"]?.choice("outcome", of: ProgramTest.Outcome.self, into: &diagnostics) ?? .done
        let results = namedEntries(reader["results"], "'results'")
        for (key, value) in results where check(key, "exercise", among: exercises) {
            workout.results[key.text] = result(value)
        }
        if let results = reader["results"], workout.outcome != .done {
            diagnostics.error(
                "a workout that is \(workout.outcome.rawValue) has no results",
                at: results.span,
                help: "remove 'results' or 'outcome'"
            )
        }
        return workout
    }

    private func expected<Value>(_ value: Value, _ node: YAMLNode) -> ProgramTest.Expected<Value> {
        let text = node.kind == .scalar ? node.text : node.elements.map(\.text).joined(separator: ", ")
        return ProgramTest.Expected(value: value, span: node.span, text: text)
    }

    /// Sets, or only the load of the heaviest one.
    private mutating func expectation(_ node: YAMLNode) -> ProgramTest.Expectation? {
        if node.kind == .scalar, case .success(let load) = notation(node, { SetNotation.result($0, self.units) }),
            node.text.contains(where: { $0.isLetter || $0 == "%" })
        {
            return .load(load)
        }
        let sets = setList(node, kind: .work)
        return sets.isEmpty ? nil : .sets(sets)
    }

    /// Performed sets such as `5,5,5,5,3`, or `missed`.
    private mutating func result(_ node: YAMLNode) -> ProgramTest.Result? {
        guard let text = node.string("result", into: &diagnostics) else { return nil }
        if text == "missed" { return .missed }
        let units = units
        do { return .sets(try TypedSets.parse(text, units)) } catch {
            diagnostics.error(
                "invalid result '\(text)': \(error.description)",
                at: node.span,
                expected: "sets such as 5,5,5,5,3 or 3@140kg, or missed"
            )
            return nil
        }
    }

    /// Reports a name that is none of the known ones.
    private mutating func check(_ node: YAMLNode, _ what: StaticString, among known: some Sequence<String>) -> Bool {
        guard let name = node.string(what, into: &diagnostics) else { return false }
        let known = known.sorted()
        if known.contains(name) { return true }
        diagnostics.error(
            "unknown \(what) '\(name)'",
            at: node.span,
            expected: listed(known),
            help: Suggestion.help(for: name, among: known)
        )
        return false
    }
}
