public import YAMLSource

/// The result of reading a program: the program, unless there were errors, and all findings.
public struct ProgramReading: Sendable {
    /// The program; nil if the text has errors.
    public let program: Program?
    /// The program's tests; empty if they were not read.
    public let tests: [ProgramTest]
    public let diagnostics: Diagnostics
}

/// Reads a training program from its YAML text.
public struct ProgramReader {
    /// The allowed keys of each element of a program, by the element's name, for the editor schema.
    public static var knownKeys: [String: [String]] {
        [
            "program": Keys.program.names, "rounding": Keys.rounding.names, "max": Keys.max.names,
            "lift": Keys.lift.names,
            "day": Keys.day.names, "exercise": Keys.exercise.names,
            "alternative": Keys.alternative.names, "sets": Keys.sets.names,
            "progression": Keys.progression.names,
            "week": Keys.week.names, "phase": Keys.phase.names, "exception": Keys.exception.names,
            "reminder": Keys.reminder.names,
            "schedule": Keys.schedule.names, "test": Keys.test.names, "tested-workout": Keys.testedWorkout.names,
        ]
    }

    var diagnostics = Diagnostics()
    var units = WeightUnit.kilograms
    var lifts: [String: Lift] = [:]
    var schemes: [String: [SetPrescription]] = [:]
    var templates: [String: YAMLNode] = [:]
    /// The maximum number of templates that a day may use: nested templates multiply.
    static let mostTemplateUses = 200
    /// The number of templates that the current day has used.
    var templateUses = 0
    /// The exercises and lifts of which the current day has work sets so far; nil where they are unknown.
    var dayTops: Set<String>?
    /// For each set scheme in use, whether all exercises that use it have an earlier top set.
    var schemeTops: [String: Bool] = [:]
    /// For each exercise ID, whether all exercises that have it have an earlier top set.
    var exerciseTops: [String: Bool] = [:]
    /// How the load of each exercise grows in the workouts that have it, by exercise ID.
    var growths: [String: [Growth]] = [:]
    /// The alternatives and the rotations of the current day.
    var alternativePlaces: [AlternativePlace] = []
    /// For each day, the IDs of the alternatives and of the rotations by those of its exercises.
    var dayAlternatives: [[String: Set<String>]] = []
    /// The index of each day in the program.
    var dayPlaces: [String: Int] = [:]
    /// The IDs of the exercises of each day.
    var dayExercises: [Set<String>] = []
    var usedDays: Set<Int> = []
    var usedTemplates: Set<String> = []
    /// The exercises whose names are correct; nil if names are not checked.
    var catalog: ExerciseCatalog?
    var checkedNames: Set<String> = []
    /// Whether to read the tests, too, and to warn about text that may be intended.
    var isThorough = false

    /// Reads a program; reports all errors at once.
    ///
    /// - Parameters:
    ///   - catalog: the exercises that antrain knows, for warnings about misspelled names; nil for none.
    ///   - isThorough: whether to read the program's tests, which no plan needs, and to warn about text that may be intended.
    public static func read(
        _ source: SourceText,
        checkingNamesIn catalog: ExerciseCatalog? = nil,
        thoroughly isThorough: Bool = false
    ) -> ProgramReading {
        if !isThorough, let short = withoutTests(source) {
            let reading = read(short, checkingNamesIn: catalog)
            // The places of findings are those in the whole text.
            if reading.diagnostics.items.isEmpty { return reading }
        }
        return read(whole: source, catalog, isThorough)
    }

    private static func read(whole source: SourceText, _ catalog: ExerciseCatalog?, _ isThorough: Bool)
        -> ProgramReading
    {
        var reader = ProgramReader()
        (reader.catalog, reader.isThorough) = (catalog, isThorough)
        let document = YAMLDocument.parse(source, into: &reader.diagnostics)
        let program = document.flatMap { reader.program($0.root) }
        var tests: [ProgramTest] = []
        if isThorough, let program, let document { tests = reader.tests(in: document.root, of: program) }
        let isGood = !reader.diagnostics.hasErrors
        return ProgramReading(
            program: isGood ? program : nil,
            tests: isGood ? tests : [],
            diagnostics: reader.diagnostics
        )
    }

    mutating func program(_ root: YAMLNode) -> Program? {
        guard let reader = MappingReader(root, as: "the program", keys: Keys.program, into: &diagnostics) else {
            return nil
        }
        checkVersion(reader)
        let id = reader.required("id", into: &diagnostics).flatMap { identifier($0, "program ID") }
        let name = reader.required("name", into: &diagnostics)?.name("program name", into: &diagnostics)
        units = reader["units"]?.choice("weight unit", of: WeightUnit.self, into: &diagnostics) ?? .kilograms
        let rounding = reader["rounding"].flatMap { self.rounding($0) }
        let share = reader["training-max"].flatMap { percentage($0, most: 15_000) } ?? .whole
        readLifts(reader["exercises"], maxes: reader["maxes"])
        readSchemes(reader["sets"])
        readTemplates(reader["templates"])
        let days = reader.required("days", into: &diagnostics).map { readDays($0) } ?? []
        dayExercises = days.map { Set($0.exercises.map(\.id)) }
        dayAlternatives = days.map { day in
            let ids = day.exercises.map { ($0.id, Set($0.substitutes.map(\.exercise.id))) }
            return Dictionary(ids) { $0.union($1) }
        }
        checkUnusedTemplates(reader["templates"])
        checkTurns()
        warnOfPartialProgressions()
        let weeks = readWeeks(reader)
        let schedule = reader.required("schedule", into: &diagnostics).flatMap { self.schedule($0) }
        let exceptions = readExceptions(reader["exceptions"])
        if let schedule { warnOfIdleMoves(reader["exceptions"], exceptions, schedule) }
        let reminders = readReminders(reader["reminders"])
        if schedule != nil { warnOfUnusedDays(reader["days"], days) }
        guard let id, let name, let schedule else { return nil }
        return Program(
            id: id,
            name: name,
            author: text(reader["author"], "author"),
            source: text(reader["source"], "source"),
            summary: text(reader["description"], "description"),
            goals: choices(reader["goal"], "goal"),
            levels: choices(reader["level"], "level"),
            units: units,
            rounding: rounding,
            trainingMaxShare: share,
            lifts: lifts,
            schemes: schemes,
            days: days,
            weeks: weeks,
            schedule: schedule,
            exceptions: exceptions,
            reminders: reminders
        )
    }

    private mutating func checkVersion(_ reader: MappingReader) {
        guard let node = reader.required("antrain", into: &diagnostics) else { return }
        guard !node.equals("1") else { return }
        diagnostics.error(
            "unsupported program version '\(node.text)'",
            at: node.span,
            expected: "antrain: \(Program.schemaVersion)",
            help: "write 'antrain: 1', or update antrain if the program is newer"
        )
    }

    private mutating func warnOfUnusedDays(_ node: YAMLNode?, _ days: [ProgramDay]) {
        guard let node, node.kind == .mapping else { return }
        for entry in node.entries {
            guard let index = dayPlaces[entry.key.text], !usedDays.contains(index) else { continue }
            diagnostics.warning(
                "the schedule never uses day '\(entry.key.text)'",
                at: entry.key.span,
                help: "add it to the schedule, or remove it"
            )
        }
    }

    // MARK: Small values

    mutating func text(_ node: YAMLNode?, _ what: StaticString) -> String? {
        guard let text = node?.string(what, into: &diagnostics) else { return nil }
        return text.trimmingEnd
    }

    /// One or several of the cases of an enumeration; repeated ones are reported.
    private mutating func choices<Choice: RawRepresentable & CaseIterable & Equatable>(
        _ node: YAMLNode?,
        _ what: StaticString
    ) -> [Choice] where Choice.RawValue == String {
        guard let node else { return [] }
        if node.kind == .sequence, node.elements.isEmpty {
            diagnostics.error("'\(what)' is an empty list", at: node.span, help: "add a value, or remove the key")
        }
        var choices: [Choice] = []
        for element in node.elementsOrSelf {
            guard let choice = element.choice(what, of: Choice.self, into: &diagnostics) else { continue }
            if choices.contains(choice) {
                diagnostics.error(
                    "\(what) '\(choice.rawValue)' appears twice",
                    at: element.span,
                    help: "remove one of them"
                )
            } else {
                choices.append(choice)
            }
        }
        return choices
    }

    mutating func name(_ node: YAMLNode?, _ what: StaticString) -> String? {
        node?.name(what, into: &diagnostics)?.trimmingEnd
    }

    /// An ID of lowercase letters, digits and hyphens, as used in commands and links.
    mutating func identifier(_ node: YAMLNode, _ what: StaticString) -> String? {
        guard let text = node.string(what, into: &diagnostics) else { return nil }
        let isFine = node.withBytes { bytes in
            !bytes.isEmpty && bytes.count <= 64
                && bytes.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
                && bytes.first != 0x2D && bytes.last != 0x2D
        }
        guard isFine, text != "rest" else {
            diagnostics.error(
                text == "rest" ? "invalid \(what) 'rest': it means a rest day" : "invalid \(what) '\(text)'",
                at: node.span,
                expected: "up to 64 lowercase letters, digits and hyphens",
                help: text == "rest" ? nil : "write '\(slug(text))'"
            )
            return nil
        }
        return text
    }

    mutating func rounding(_ node: YAMLNode) -> Rounding? {
        guard node.kind == .mapping else {
            return weight(node, "rounding step").map { Rounding(step: $0, direction: .nearest) }
        }
        guard let reader = MappingReader(node, as: "'rounding'", keys: Keys.rounding, into: &diagnostics) else {
            return nil
        }
        let step = reader.required("step", into: &diagnostics).flatMap { weight($0, "rounding step") }
        let direction =
            reader["to"]?.choice("rounding direction", of: Rounding.Direction.self, into: &diagnostics) ?? .nearest
        return step.map { Rounding(step: $0, direction: direction) }
    }

    /// A weight above zero; its unit, if given, must be the program's.
    mutating func weight(_ node: YAMLNode, _ what: StaticString) -> Weight? {
        guard node.string(what, into: &diagnostics) != nil else { return nil }
        if case .success(.weight(let weight, let unit)) = notation(node, { SetNotation.result($0, self.units) }),
            unit == units, weight.thousandths > 0
        {
            return weight
        }
        diagnostics.error(
            "invalid \(what) '\(node.text)'",
            at: node.span,
            expected: "a positive number in \(units.rawValue)"
        )
        return nil
    }

    /// A percentage above zero.
    mutating func percentage(_ node: YAMLNode, most: Int, example: StaticString = "90%") -> Percentage? {
        if node.kind == .scalar,
            case .success(.percentage(let share, .default)) = notation(node, { SetNotation.result($0, self.units) }),
            share.hundredths <= most
        {
            return share
        }
        diagnostics.error(
            "invalid percentage \(node.kind == .scalar ? "'\(node.text)'" : "(\(node.kindInWords))")",
            at: node.span,
            expected: "a percentage above 0 and up to \(most / 100), such as \(example)"
        )
        return nil
    }

    func notation<Value>(_ node: YAMLNode, _ parse: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        node.withBytes(parse)
    }

    /// Reports errors in the notation of sets at their exact position.
    mutating func report(_ failure: SetNotation.Failure, in node: YAMLNode) {
        diagnostics.error(failure.message, at: node.span(of: failure.range), expected: failure.expected)
    }
}

extension SetNotation {
    /// A load, or why there is none, as a value that a closure can return.
    static func result(_ text: UnsafeBufferPointer<UInt8>, _ units: WeightUnit) -> Result<Load, Failure> {
        Result { () throws(Failure) in try parseLoad(text, units: units) }
    }
}
