import CivilTime
import Reminders
import Training

/// Prescribed sets: as numbers, and in the usual notation.
struct SetResult: Encodable {
    /// The load of each set.
    struct LoadResult: Encodable {
        var weight: Double?
        var unit: String?
        var percent: Double?
        /// The base of the percentage: `training-max`, `one-rep-max`, or `default`, the training max if the program has one.
        var base: String?
        var rpe: Double?
        var repsInReserve: Int?
        /// Whether the load is the body's own weight; `weight` is then the added weight.
        var bodyweight: Bool?

        private enum CodingKeys: String, CodingKey {
            case weight, unit, percent, base, rpe, repsInReserve = "reps_in_reserve", bodyweight
        }

        init(_ load: Load) {
            switch load {
            case .weight(let weight, let unit):
                self.weight = Double(weight.thousandths) / 1000
                self.unit = unit.rawValue
            case .percentage(let share, let base):
                percent = Double(share.hundredths) / 100
                self.base =
                    switch base {
                    case .default: "default"
                    case .trainingMax: "training-max"
                    case .oneRepMax: "one-rep-max"
                    }
            case .rpe(let tenths): rpe = Double(tenths) / 10
            case .rir(let reps): repsInReserve = reps
            case .bodyweight(let plus, let unit):
                bodyweight = true
                weight = plus.map { Double($0.thousandths) / 1000 }
                self.unit = plus == nil ? nil : unit.rawValue
            }
        }
    }

    let kind: String
    let count: Int
    /// The repetitions, or the minimum of a range.
    var reps: Int?
    /// The maximum of a range of repetitions.
    var repsMax: Int?
    /// Whether each set is as many repetitions as possible (AMRAP), but at least `reps`.
    var amrap = false
    var seconds: Int?
    var meters: Int?
    let load: LoadResult?
    /// The load before it was rounded to the equipment.
    let exactLoad: LoadResult?
    let restSeconds: Int64?
    let notes: String?
    /// The sets without their kind, rest and notes: `3×5 @ 80%`, `3×5 @ 60 kg (rounded from 61.25 kg)`.
    let notation: String
    /// The sets in words: `drop 3×5 @ 80% (rest 1m)`.
    let text: String
    private let prefix: String
    private let suffix: String

    private enum CodingKeys: String, CodingKey {
        case kind, count, reps, repsMax = "reps_max", amrap, seconds, meters, load,
            exactLoad = "exact_load", restSeconds = "rest_seconds", notes,
            text
    }

    init(_ sets: SetPrescription) {
        kind = sets.kind.rawValue
        count = sets.count
        switch sets.target {
        case .reps(let reps): self.reps = reps
        case .range(let least, let most): (reps, repsMax) = (least, most)
        case .amrap(let least): (reps, amrap) = (least, true)
        case .time(let seconds): self.seconds = seconds
        case .distance(let metres): meters = metres
        }
        load = sets.load.map(LoadResult.init)
        exactLoad = sets.exactLoad.map(LoadResult.init)
        restSeconds = sets.rest?.seconds
        notes = sets.notes
        notation = sets.description + (sets.exactLoad.map { " (rounded from \($0))" } ?? "")
        let details = [sets.rest.map { "rest \($0)" }, sets.notes].compactMap { $0 }.joined(separator: ", ")
        prefix = sets.kind == .work ? "" : "\(sets.kind.rawValue) "
        suffix = details.isEmpty ? "" : " (\(details))"
        text = prefix + notation + suffix
    }

    /// The sets in words, with the numbers of a format; without one, as program files write them.
    func text(_ format: LocaleFormat?) -> String {
        format.map { prefix + $0.numbers(notation) + suffix } ?? text
    }
}
