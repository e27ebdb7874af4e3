import Platform
import Localization
import Progress

/// How to set the values without which loads cannot be computed.
enum MissingValueHint {
    /// The commands that set the values, each on a line of its own, below what they are for; empty if no value is missing.
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
                switch missing {
                case .max(let lift): add("  antrain program max set \(lift) 100kg", to: &maxes)
                case .load(let id):
                    add("  antrain program load \(id) 40kg" + (isOneProgram ? "" : " --program \(program)"), to: &loads)
                }
            }
        }
        return block(words.text(.missingMax), maxes, columns) + block(words.text(.missingLoad), loads, columns)
    }

    private static func add(_ command: String, to commands: inout [String]) {
        if !commands.contains(command) { commands.append(command) }
    }

    private static func block(_ purpose: String, _ commands: [String], _ columns: Int) -> [String] {
        commands.isEmpty ? [] : TextWrap.lines(purpose, columns: columns) + commands
    }
}
