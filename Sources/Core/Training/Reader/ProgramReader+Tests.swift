internal import CivilTime
internal import YAMLSource

/// Reads the tests of a program, which runs of cron skip.
extension ProgramReader {
    private static let mostTests = 500
    private static let mostWorkouts = 500

    /// A text without the lines of its key `tests`; nil if it has none, or if it is there twice, which is an error.
    ///
    /// Parsing them as YAML would be a tenth of the work of a run of cron, which does not need them.
    static func withoutTests(_ source: SourceText) -> SourceText? {
        let range = source.bytes.withUnsafeBufferPointer { bytes -> Range<Int>? in
            guard let start = lineOfTests(bytes, from: 0) else { return nil }
            var end = start
            repeat { end = lineEnd(bytes, from: end) } while end < bytes.count && continuesTests(bytes, at: end)
            return lineOfTests(bytes, from: end) == nil ? start..<end : nil
        }
        return range.map { range in
            let rest = source.bytes[..<range.lowerBound] + source.bytes[range.upperBound...]
            return SourceText(path: source.path, bytes: Array(rest))
        }
    }

    /// The start of the next line that begins with the key, from the start of a line on.
    private static func lineOfTests(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var line = start
        while line < bytes.count {
            if bytes[line] == UInt8(ascii: "t"), bytes[line...].starts(with: "tests:".utf8) { return line }
            line = lineEnd(bytes, from: line)
        }
        return nil
    }

    /// The start of the next line, or the end of the text.
    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from line: Int) -> Int {
        var end = line
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return min(end + 1, bytes.count)
    }

    /// Whether a line belongs to the key of the lines before it: a list may begin in the column of its key, and a line of hyphens begins
    /// another document.
    private static func continuesTests(_ bytes: UnsafeBufferPointer<UInt8>, at line: Int) -> Bool {
        switch bytes[line] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "#"): true
        case UInt8(ascii: "-"): line + 1 < bytes.count && bytes[line + 1] == UInt8(ascii: " ")
        default: false
        }
    }

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
