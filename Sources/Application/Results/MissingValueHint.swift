import Platform
import Localization
import Progress

/// How to set the values without which loads cannot be computed.
enum MissingValueHint {
    /// The commands that set the values, one per line, below a heading; empty if no value is missing.
    ///
    /// - Parameters:
    ///   - workouts: the exercises of workouts, each with their program's ID.
    ///   - columns: the width of the text above the commands; commands are not broken.
    static func lines(
        _ workouts: [(program: String, items: [PlannedWorkout.Item])],
        _ words: MessageCatalog,
        columns: Int
    ) -> [String] {
        var maxes: [String] = []
        var loads: [String] = []
        let isOneProgram = Set(workouts.map(\.program)).count == 1
        for (program, items) in workouts {
            for missing in items.compactMap(\.missing) {
                let command = "  " + command(for: missing, of: isOneProgram ? nil : program)
                if case .max = missing { add(command, to: &maxes) } else { add(command, to: &loads) }
            }
        }
        return block(words.text(.missingMax), maxes, columns) + block(words.text(.missingLoad), loads, columns)
    }

    /// The command that sets a value.
    ///
    /// - Parameters:
    ///   - program: the program, if several may have the exercise.
    ///   - weight: what stands for the value; nil for an example.
    static func command(
        for missing: PlannedWorkout.MissingValue,
        of program: String?,
        weight: String? = nil
    ) -> String {
        switch missing {
        case .max(let lift): "antrain program max set \(lift) \(weight ?? "100kg")"
        case .load(let id):
            "antrain program load \(id) \(weight ?? "40kg")" + (program.map { " --program \($0)" } ?? "")
        }
    }

    private static func add(_ command: String, to commands: inout [String]) {
        if !commands.contains(command) { commands.append(command) }
    }

    private static func block(_ purpose: String, _ commands: [String], _ columns: Int) -> [String] {
        commands.isEmpty ? [] : TextWrap.lines(purpose, columns: columns) + commands
    }
}
