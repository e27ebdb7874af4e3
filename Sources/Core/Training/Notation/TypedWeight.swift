/// A weight as people type it: `140kg`, `82.5 kg`, `315lb`; without a unit, in a default unit.
public struct TypedWeight: Sendable, Hashable {
    /// Why a text is not a weight.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        /// What is wrong and what is expected.
        public let description: String
    }

    public let weight: Weight
    public let unit: WeightUnit

    /// Parses a weight above zero and up to 1,000 kg or 2,000 lb, with at most three decimals.
    public init(parsing text: String, unit defaultUnit: WeightUnit) throws(Problem) {
        // Many languages write a decimal comma.
        let commas = text.utf8.filter { $0 == UInt8(ascii: ",") }.count
        let dotted = commas == 1 && !text.contains(".") ? String(text.map { $0 == "," ? "." : $0 }) : text
        let bytes = Array(dotted.utf8)
        let load = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(SetNotation.Failure) in try SetNotation.parseLoad(bytes, units: defaultUnit) }
        }
        switch load {
        case .success(.weight(let weight, let unit)):
            guard weight.thousandths > 0, weight.thousandths <= unit.mostThousandths else {
                let most = unit.mostThousandths / 1000
                throw Problem(description: "expected a weight above 0 and up to \(most) \(unit.rawValue)")
            }
            (self.weight, self.unit) = (weight, unit)
        case .success: throw Problem(description: "expected a weight such as 82.5kg or 180lb")
        case .failure(let failure):
            throw Problem(description: "\(failure.message); expected a weight such as 82.5kg or 180lb")
        }
    }
}
