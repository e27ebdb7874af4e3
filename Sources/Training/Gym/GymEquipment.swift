/// The equipment of a gym: which loads can be made there.
///
/// Loads of other equipment, such as machines, are not rounded unless the exercise has its own loads.
public struct GymEquipment: Sendable, Hashable {
    /// The bar and the plates; nil if barbell loads are not rounded.
    public var barbell: AvailableLoads?
    /// The weights of one dumbbell; nil if they are not rounded.
    public var dumbbells: AvailableLoads?
    /// The kettlebells; nil if they are not rounded.
    public var kettlebells: AvailableLoads?
    /// Exercises with their own loads, by `NameKey` of the exercise's ID or name.
    public var exercises: [String: AvailableLoads]

    /// Creates the equipment of a gym.
    public init(
        barbell: AvailableLoads? = nil,
        dumbbells: AvailableLoads? = nil,
        kettlebells: AvailableLoads? = nil,
        exercises: [String: AvailableLoads] = [:]
    ) {
        self.barbell = barbell
        self.dumbbells = dumbbells
        self.kettlebells = kettlebells
        self.exercises = exercises
    }

    /// The loads for an exercise; nil if its loads are not rounded.
    ///
    /// - Parameters:
    ///   - names: the names and IDs of the exercise, the most specific first.
    ///   - kind: what it is trained with, if it is known.
    public func loads(of names: [String], with kind: Equipment?) -> AvailableLoads? {
        if !exercises.isEmpty, let own = names.lazy.compactMap({ exercises[NameKey.of($0)] }).first { return own }
        return switch kind {
        case .barbell: barbell
        case .dumbbell: dumbbells
        case .kettlebell: kettlebells
        default: nil
        }
    }
}
