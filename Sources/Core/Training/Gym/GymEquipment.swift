/// The equipment of a gym: which loads can be made there.
///
/// Loads of other equipment, such as machines, are not rounded unless the exercise has its own loads.
public struct GymEquipment: Sendable, Hashable {
    /// The loads of a single exercise.
    public struct ExerciseLoads: Sendable, Hashable {
        /// The exercise's ID or name, as typed.
        public let exercise: String
        public let loads: AvailableLoads

        public init(_ exercise: String, _ loads: AvailableLoads) {
            self.exercise = exercise
            self.loads = loads
        }
    }

    /// The bar and the plates; nil if barbell loads are not rounded.
    public var barbell: AvailableLoads?
    /// The weights of one dumbbell; nil if they are not rounded.
    public var dumbbells: AvailableLoads?
    /// The kettlebells; nil if they are not rounded.
    public var kettlebells: AvailableLoads?
    /// Exercises with their own loads, in file order.
    public var exercises: [ExerciseLoads]

    public init(
        barbell: AvailableLoads? = nil,
        dumbbells: AvailableLoads? = nil,
        kettlebells: AvailableLoads? = nil,
        exercises: [ExerciseLoads] = []
    ) {
        (self.barbell, self.dumbbells, self.kettlebells, self.exercises) = (barbell, dumbbells, kettlebells, exercises)
    }

    /// The loads for an exercise; nil if its loads are not rounded.
    ///
    /// - Parameters:
    ///   - names: the names and IDs of the exercise, the most specific first.
    ///   - kind: what it is trained with, if it is known.
    public func loads(of names: [String], with kind: Equipment?) -> AvailableLoads? {
        if !exercises.isEmpty {
            let own = names.lazy.map(NameKey.of).compactMap { key in
                exercises.first { NameKey.of($0.exercise) == key }
            }
            if let first = own.first { return first.loads }
        }
        return switch kind {
        case .barbell: barbell
        case .dumbbell: dumbbells
        case .kettlebell: kettlebells
        default: nil
        }
    }
}
