import Localization
import Platform
import Progress
import Training

/// How a load changed, and why.
struct LoadChangeResult: Encodable {
    /// The difference, in `unit`.
    let by: Double
    let unit: String
    /// The reason as a code.
    let reason: String
    /// The difference and the reason in the user's language: `+2.5 kg: all sets completed`.
    let text: String
    /// Whether it follows from workouts that are still ahead; nil if it does not.
    var assumed: Bool?

    init(_ change: LoadChange, _ unit: WeightUnit, _ words: MessageCatalog) {
        switch change.by {
        case .weight(let weight): (by, self.unit) = (Double(weight.thousandths) / 1000, unit.rawValue)
        case .amount(let amount, let own): (by, self.unit) = (Double(amount), own.rawValue)
        case .share(let share): (by, self.unit) = (Double(share.hundredths) / 100, "%")
        }
        reason = LoadChangeResult.code(change.reason)
        text = words.loadChange(change, unit)
    }

    private static func code(_ reason: LoadChange.Reason) -> String {
        switch reason {
        case .completed: "completed"
        case .completedWeek: "completed-week"
        case .reachedTop: "reached-top"
        case .belowTop: "below-top"
        case .repGoal: "rep-goal"
        case .failed: "failed"
        case .deload, .lowered: "deload"
        case .nextStage: "next-stage"
        case .completedStage: "completed-stage"
        case .formerStage: "former-stage"
        case .restarted: "restarted"
        case .amrap: "amrap"
        case .total: "total"
        case .worst: "worst-set"
        case .completedCycle: "completed-cycle"
        case .failedCycle: "failed-cycle"
        case .maxTest: "max-test"
        case .notTested: "not-tested"
        case .topSet: "top-set"
        case .extraReps: "extra-reps"
        case .rotated: "rotated"
        case .climbed: "climbed"
        case .steppedBack: "stepped-back"
        case .startedOver: "started-over"
        case .oneMoreRep: "one-more-rep"
        case .rpe: "rpe"
        case .unrated: "unrated"
        }
    }
}

/// A value that the athlete has to set before a load can be computed.
struct MissingValueResult: Encodable {
    /// `max` or `load`.
    let value: String
    let exercise: String

    init(_ missing: PlannedWorkout.MissingValue) {
        switch missing {
        case .max(let lift): (value, exercise) = ("max", lift)
        case .load(let id): (value, exercise) = ("load", id)
        }
    }
}

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
