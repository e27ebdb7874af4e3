package import Platform
package import Reminders
import Training

/// The user's gyms with their equipment.
package struct GymsResult: CommandResult {
    package static let kind = "gyms"

    /// The loads that some equipment allows.
    struct Loads: Encodable {
        /// The weight of the bar; nil for single weights.
        let bar: Double?
        /// The plates, heaviest first.
        let plates: [Double]?
        /// Single weights, lightest first.
        let weights: [Double]?
        let unit: String

        init(_ loads: AvailableLoads) {
            unit = loads.unit.rawValue
            switch loads {
            case .bar(let bar, let plates, _):
                self.bar = Loads.number(bar)
                self.plates = plates.map(Loads.number)
                weights = nil
            case .fixed(let weights, _):
                (bar, plates) = (nil, nil)
                self.weights = weights.map(Loads.number)
            }
        }

        private static func number(_ weight: Weight) -> Double { Double(weight.thousandths) / 1000 }
    }

    /// A gym.
    struct Gym: Encodable {
        let name: String
        let current: Bool
        let barbell: Loads?
        let dumbbells: Loads?
        let kettlebells: Loads?
        /// By the exercise's ID or name, as in the settings.
        let exercises: [String: Loads]
        let text: String

        init(_ name: String, _ equipment: GymEquipment?, isCurrent: Bool) {
            self.name = name
            current = isCurrent
            barbell = equipment?.barbell.map(Loads.init)
            dumbbells = equipment?.dumbbells.map(Loads.init)
            kettlebells = equipment?.kettlebells.map(Loads.init)
            let own = equipment?.exercises ?? []
            exercises = Dictionary(own.map { ($0.exercise, Loads($0.loads)) }) { first, _ in first }
            text = equipment.map(Gym.text) ?? "loads are not rounded"
        }

        private static func text(_ equipment: GymEquipment) -> String {
            let kinds = [
                equipment.barbell?.inWords, equipment.dumbbells.map { "dumbbells \($0.inWords)" },
                equipment.kettlebells.map { "kettlebells \($0.inWords)" },
            ].compactMap(\.self)
            let own = equipment.exercises.map { "\($0.exercise): \($0.loads.inWords)" }
            let all = kinds + own
            return all.isEmpty ? "loads are not rounded" : all.joined(separator: "; ")
        }
    }

    let current: String
    let gyms: [Gym]

    package init(_ gyms: Gyms) {
        current = gyms.current
        let all = [(Gyms.defaultName, gyms.equipment)] + gyms.others.map { ($0.name, $0.equipment) }
        self.gyms = all.map { Gym($0.0, $0.1, isCurrent: $0.0 == gyms.current) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = gyms.map { [$0.current ? "*" : " ", $0.current ? style.bold($0.name) : $0.name, $0.text] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

extension AvailableLoads {
    /// The loads as text: `bar 20 kg, plates 20, 10, 5`, or `2, 4, 6 … 40 kg`.
    fileprivate var inWords: String {
        switch self {
        case .bar(let bar, let plates, let unit):
            return "bar \(bar) \(unit.rawValue), plates \(plates.map(\.description).joined(separator: ", "))"
        case .fixed(let weights, let unit):
            let shown = weights.map(\.description)
            guard shown.count > 6, let last = shown.last else {
                return "\(shown.joined(separator: ", ")) \(unit.rawValue)"
            }
            return "\(shown.prefix(3).joined(separator: ", ")) … \(last) \(unit.rawValue)"
        }
    }
}
