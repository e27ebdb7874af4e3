public import Training

/// The user's gyms, and the one in use.
public struct Gyms: Sendable, Hashable {
    /// A gym with a name.
    public struct Named: Sendable, Hashable {
        /// The name.
        public let name: String
        /// What loads can be made there.
        public let equipment: GymEquipment
    }

    /// The name of the gym without one, whose equipment `equipment` describes.
    public static let defaultName = "default"

    /// The equipment that is used unless another gym is; nil if loads are not rounded to it.
    public var equipment: GymEquipment?
    /// The other gyms in file order.
    public var others: [Named] = []
    /// The gym in use.
    public var current = Gyms.defaultName

    /// No gyms.
    public init() {}

    /// The equipment of the gym in use; nil if loads are not rounded.
    public var currentEquipment: GymEquipment? {
        current == Gyms.defaultName ? equipment : others.first { $0.name == current }?.equipment
    }

    /// The names of all gyms.
    public var names: [String] { [Gyms.defaultName] + others.map(\.name) }
}
