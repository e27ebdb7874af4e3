public import Training
internal import YAMLSource

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

/// Reads the gyms of the settings: `equipment`, `gyms` and `gym`.
struct GymsReader {
    private static let keys: KeySet = ["units", "bar", "plates", "dumbbells", "kettlebells", "exercises"]
    private static let ownKeys: KeySet = ["bar", "plates", "loads"]
    private static let rangeKeys: KeySet = ["from", "to", "step"]
    /// More weights or plates than these are probably a typing error.
    private static let mostWeights = 500
    private static let mostPlates = 40

    private var diagnostics: Diagnostics
    private var units = WeightUnit.kilograms

    static func read(_ settings: MappingReader, into diagnostics: inout Diagnostics) -> Gyms {
        var reader = GymsReader(diagnostics: diagnostics)
        defer { diagnostics = reader.diagnostics }
        var gyms = Gyms()
        gyms.equipment = settings["equipment"].flatMap { reader.equipment($0) }
        if let node = settings["gyms"] { gyms.others = reader.gyms(node) }
        guard let node = settings["gym"], let name = node.string("gym", into: &reader.diagnostics) else { return gyms }
        if !gyms.names.contains(name) {
            reader.diagnostics.error(
                "unknown gym '\(name)'",
                at: node.span,
                expected: gyms.names.joined(separator: ", "),
                help: Suggestion.help(for: name, among: gyms.names)
            )
        }
        gyms.current = name
        return gyms
    }

    private mutating func gyms(_ node: YAMLNode) -> [Gyms.Named] {
        guard node.kind == .mapping else {
            diagnostics.error(
                "'gyms' must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected: "lines such as 'travel: {bar: 20kg, plates: [20, 10, 5]}'"
            )
            return []
        }
        return node.entries.compactMap { entry in
            let name = entry.key.text
            guard ChannelName.isWellFormed(name), name != Gyms.defaultName else {
                diagnostics.error(
                    "invalid gym name '\(name)'",
                    at: entry.key.span,
                    expected: name == Gyms.defaultName
                        ? "another name; the equipment of the default gym is under 'equipment'" : ChannelName.form
                )
                return nil
            }
            return equipment(entry.value).map { Gyms.Named(name: name, equipment: $0) }
        }
    }

    private mutating func equipment(_ node: YAMLNode) -> GymEquipment? {
        guard let reader = MappingReader(node, as: "the equipment", keys: GymsReader.keys, into: &diagnostics) else {
            return nil
        }
        units = reader["units"]?.choice("unit", of: WeightUnit.self, into: &diagnostics) ?? .kilograms
        var equipment = GymEquipment()
        if reader["bar"] != nil || reader["plates"] != nil {
            equipment.barbell = barbell(reader["bar"], reader["plates"], instead: nil)
        }
        equipment.dumbbells = reader["dumbbells"].flatMap { weights($0, "dumbbells") }
        equipment.kettlebells = reader["kettlebells"].flatMap { weights($0, "kettlebells") }
        if let own = reader["exercises"] { equipment.exercises = exercises(own, equipment.barbell) }
        return equipment
    }

    private mutating func exercises(_ node: YAMLNode, _ barbell: AvailableLoads?) -> [GymEquipment.ExerciseLoads] {
        guard node.kind == .mapping else {
            diagnostics.error(
                "'exercises' must be a mapping, not \(node.kindInWords)",
                at: node.span,
                expected: "lines such as 'deadlift: {bar: 25kg}'"
            )
            return []
        }
        var result: [GymEquipment.ExerciseLoads] = []
        for entry in node.entries {
            let name = entry.key.text
            if let former = result.first(where: { NameKey.of($0.exercise) == NameKey.of(name) }) {
                diagnostics.error(
                    "'\(name)' and '\(former.exercise)' are the same exercise",
                    at: entry.key.span,
                    help: "remove one of them"
                )
                continue
            }
            guard
                let reader = MappingReader(
                    entry.value,
                    as: "the exercise's equipment",
                    keys: GymsReader.ownKeys,
                    into: &diagnostics
                )
            else { continue }
            if let loads = reader["loads"] {
                if let other = reader["bar"] ?? reader["plates"] {
                    diagnostics.error(
                        "exercise '\(name)' has both 'loads' and a bar",
                        at: other.span,
                        help: "remove one of them"
                    )
                }
                if let loads = weights(loads, "loads") { result.append(GymEquipment.ExerciseLoads(name, loads)) }
            } else {
                let own = self.barbell(reader["bar"], reader["plates"], instead: barbell)
                result.append(GymEquipment.ExerciseLoads(name, own))
            }
        }
        return result
    }

    /// A bar with plates; what is not given is that of `other`, or else standard.
    private mutating func barbell(_ bar: YAMLNode?, _ plates: YAMLNode?, instead other: AvailableLoads?)
        -> AvailableLoads
    {
        var (weight, list) = (PlateStack.standardBar(units), PlateStack.standardPlates(units))
        if case .bar(let otherWeight, let otherPlates, _) = other { (weight, list) = (otherWeight, otherPlates) }
        if let bar { weight = self.weight(bar) ?? weight }
        if let plates {
            let example = "a list such as [20, 10, 5, 2.5]"
            list = listed(plates, "plates", atMost: GymsReader.mostPlates, expected: example)?.reversed() ?? list
        }
        return .bar(weight, plates: list, units)
    }

    /// Single weights: a list, or a mapping with `from`, `to` and `step`.
    private mutating func weights(_ node: YAMLNode, _ what: String) -> AvailableLoads? {
        if node.kind == .mapping { return range(node) }
        let example = "a list such as [8, 12, 16], or {from: 2, to: 40, step: 2}"
        return listed(node, what, atMost: GymsReader.mostWeights, expected: example).map { .fixed($0, units) }
    }

    /// The different weights of a list, lightest first.
    private mutating func listed(_ node: YAMLNode, _ what: String, atMost most: Int, expected: String) -> [Weight]? {
        let nodes = node.elementsOrSelf
        guard !nodes.isEmpty, nodes.count <= most else {
            diagnostics.error(
                nodes.isEmpty ? "there are no \(what)" : "there are more than \(most) \(what)",
                at: node.span,
                expected: expected
            )
            return nil
        }
        let weights = nodes.compactMap { weight($0) }
        return weights.isEmpty ? nil : Set(weights).sorted()
    }

    private mutating func range(_ node: YAMLNode) -> AvailableLoads? {
        guard
            let reader = MappingReader(
                node,
                as: "the range of weights",
                keys: GymsReader.rangeKeys,
                into: &diagnostics
            ),
            let from = reader.required("from", into: &diagnostics).flatMap({ weight($0) }),
            let last = reader.required("to", into: &diagnostics), let to = weight(last),
            let step = reader.required("step", into: &diagnostics).flatMap({ weight($0) })
        else { return nil }
        guard from <= to, (to.thousandths - from.thousandths) / step.thousandths < GymsReader.mostWeights else {
            diagnostics.error(
                from <= to ? "these are more than \(GymsReader.mostWeights) weights" : "'to' is less than 'from'",
                at: last.span,
                expected: "a range such as {from: 2, to: 40, step: 2}"
            )
            return nil
        }
        let all = stride(from: from.thousandths, through: to.thousandths, by: step.thousandths)
        return .fixed(all.map { Weight(thousandths: $0) }, units)
    }

    /// A weight of at least 0.05, in the gym's unit.
    private mutating func weight(_ node: YAMLNode) -> Weight? {
        let units = units
        let typed = node.parsed("weight", into: &diagnostics) { (text) throws(GymWeightProblem) in
            do throws(TypedWeight.Problem) {
                let typed = try TypedWeight(parsing: text, unit: units)
                return typed.weight.converted(from: typed.unit, to: units)
            } catch { throw GymWeightProblem(description: "invalid weight '\(text)': \(error.description)") }
        }
        guard let typed else { return nil }
        guard typed.thousandths >= 50 else {
            diagnostics.error("the weight is too small", at: node.span, expected: "at least 0.05 \(units.rawValue)")
            return nil
        }
        return typed
    }
}

private struct GymWeightProblem: Error, CustomStringConvertible {
    let description: String
}
