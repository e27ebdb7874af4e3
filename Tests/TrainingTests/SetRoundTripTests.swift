import TestSupport
import Testing
@testable import Training

/// Sets that are written as programs write them read back as the same sets.
@Suite struct SetRoundTripTests {
    private func parsed(_ text: String, _ units: WeightUnit) throws -> SetPrescription {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            try Result { () throws(SetNotation.Failure) in try SetNotation.parse(bytes, units: units) }.get()
        }
    }

    @Test(arguments: 1...400 as ClosedRange<UInt64>) func whatIsWrittenReadsBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let sets = SetPrescription.random(&random)
            // All weights have a unit.
            for units in WeightUnit.allCases { #expect(try parsed(sets.notation, units) == sets, "\(sets.notation)") }
        }
    }
}

extension SetPrescription {
    /// Sets as a program may prescribe them.
    static func random(_ random: inout SplitMix64) -> SetPrescription {
        let target = SetTarget.random(&random)
        let count = target.isSingle ? 1 : Int.random(in: 1...50, using: &random)
        let most = target.isSingle ? 1 : Int.random(in: count...50, using: &random)
        let load: Load? = Int.random(in: 0...9, using: &random) == 0 ? nil : .random(&random)
        let techniques: [SetTechnique] = [
            .straight, .straight, .restPause, .myoReps, .every(seconds: Int.random(in: 1...3600, using: &random)),
            .perRep, .half,
        ]
        var modifiers = SetModifiers(
            technique: techniques.randomElement(using: &random).map { ($0, 0..<0) },
            rpeCap: Bool.random(using: &random) ? (Int.random(in: 10...100, using: &random), 0..<0) : nil
        )
        if modifiers.problem(count...most, target, load) != nil { modifiers = SetModifiers() }
        return SetPrescription(
            count: count,
            mostCount: most,
            target: target,
            technique: modifiers.technique?.value ?? .straight,
            load: load,
            rpeCap: modifiers.rpeCap?.value
        )
    }
}

extension SetTarget {
    static func random(_ random: inout SplitMix64) -> SetTarget {
        let reps = Int.random(in: 1...999, using: &random)
        switch Int.random(in: 0...10, using: &random) {
        case 0: return .reps(reps)
        case 1: return .range(reps, Int.random(in: reps + 1...1000, using: &random))
        case 2: return .amrap(atLeast: reps % 3 == 0 ? 0 : reps)
        case 5: return .total(reps)
        case 6: return .within(reps: reps, seconds: Int.random(in: 1...86_400, using: &random))
        case 7: return .repMax(reps)
        case 8: return .totalRange(reps, Int.random(in: reps + 1...1000, using: &random))
        case 9:
            let least = Int.random(in: 1...86_399, using: &random)
            return .timeRange(least, Int.random(in: least + 1...86_400, using: &random))
        case 10:
            let seconds = Int.random(in: 1...86_400, using: &random)
            return .amrapWithin(atLeast: reps % 3 == 0 ? 0 : reps, seconds: seconds)
        case 3: return .time(seconds: Int.random(in: 1...86_400, using: &random))
        default: return .distance(metres: Int.random(in: 1...1_000_000, using: &random))
        }
    }
}

extension Load {
    static func random(_ random: inout SplitMix64) -> Load {
        let unit = WeightUnit.allCases.randomElement(using: &random) ?? .kilograms
        let base = Base.allCases.randomElement(using: &random) ?? .default
        let weight = Weight(thousandths: Int.random(in: 1...1_999_000, using: &random))
        let heavier = Weight(thousandths: weight.thousandths + Int.random(in: 1...1000, using: &random))
        let share = Percentage(hundredths: Int.random(in: 1...14_900, using: &random))
        let higher = Percentage(hundredths: share.hundredths + Int.random(in: 1...100, using: &random))
        let signed = Bool.random(using: &random) ? weight : Weight(thousandths: -weight.thousandths)
        let tenths = Int.random(in: 10...99, using: &random)
        let reps = Int.random(in: 0...9, using: &random)
        let all: [Load] = [
            .weight(weight, unit), .weightRange(weight...heavier, unit), .weightAtLeast(weight, unit),
            .percentage(share, of: base), .percentageRange(share...higher, of: base),
            .percentageAtLeast(share, of: base), .percentagePlus(share, of: base, plus: signed, unit),
            .rpe(tenths: tenths), .rpeRange(tenths: tenths...100), .rir(reps), .rirRange(reps...10),
            .bodyweight(plus: signed, unit),
        ]
        return all.randomElement(using: &random) ?? .rir(0)
    }
}
