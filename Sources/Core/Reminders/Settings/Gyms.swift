public import Training

/// The user's gyms, and the one in use.
public struct Gyms: Sendable, Hashable {
    /// A gym with a name.
    public struct Named: Sendable, Hashable {
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
    public var current = Gyms.defaultName

    public init() {}

    /// The equipment of the gym in use; nil if loads are not rounded.
    public var currentEquipment: GymEquipment? {
        current == Gyms.defaultName ? equipment : others.first { $0.name == current }?.equipment
    }

    public var names: [String] { [Gyms.defaultName] + others.map(\.name) }
}
