/// A program of the model, and its file.
enum ModelProgram: String, CaseIterable {
    /// Six workouts in turn, on the user's training days.
    case rotation
    /// Six workouts and a rest day, by date.
    case cycle
    /// Monday, Wednesday and Friday.
    case fixed
    /// Two workouts in turn on Monday, Wednesday and Friday; each waits until it is done.
    case waits

    /// The names of the workouts, in order.
    var names: [String] {
        switch self {
        case .rotation: ["Pull A", "Push A", "Legs A", "Pull B", "Push B", "Legs B"]
        case .cycle: ["Run", "Row", "Swim", "Ride", "Walk", "Climb"]
        case .fixed: ["Alpha", "Beta", "Gamma"]
        case .waits: ["First", "Second"]
        }
    }

    /// One exercise for each program, so that their loads do not mix.
    private var exercise: String {
        switch self {
        case .rotation: "Squat"
        case .cycle: "Deadlift"
        case .fixed: "Bench Press"
        case .waits: "Overhead Press"
        }
    }

    private var schedule: String {
        let ids = names.indices.map { "d\($0)" }.joined(separator: ", ")
        return switch self {
        case .rotation: "{mode: rotation, rotation: [\(ids)]}"
        case .cycle: "{mode: cycle, cycle: [\(ids), rest]}"
        case .fixed: "{mode: weekdays, monday: d0, wednesday: d1, friday: d2}"
        case .waits: "{mode: rotation, rotation: [\(ids)], on: [mon, wed, fri], advance: on-completion}"
        }
    }

    var file: String { "\(rawValue).yaml" }

    var text: String {
        let days = names.enumerated().map {
            "  d\($0): {name: \($1), exercises: [{exercise: \(exercise), sets: 3x5 @ 40kg}]}"
        }
        return """
            antrain: 1
            id: \(rawValue)
            name: The \(rawValue)
            days:
            \(days.joined(separator: "\n"))
            schedule: \(schedule)

            """
    }

    /// The weekdays on which the file itself plans workouts; nil if the user's training days or dates decide.
    var ownWeekdays: Set<Int>? {
        switch self {
        case .fixed, .waits: [0, 2, 4]
        case .rotation, .cycle: nil
        }
    }
}
