import CivilTime
import Localization
import Training

/// Prescribed sets: as numbers, and in the usual notation.
struct SetResult: Encodable {
    /// The load of each set.
    struct LoadResult: Encodable {
        var weight: Double?
        /// The heaviest weight of a range that starts with `weight`.
        var weightMax: Double?
        var unit: String?
        var percent: Double?
        /// The highest percentage of a range that starts with `percent`.
        var percentMax: Double?
        /// The base of the percentage: `training-max`, `one-rep-max`, `top-set`, `last-set`, or `default`, the training max if the program has one.
        var base: String?
        /// Present if more than `weight` or `percent` is allowed, too.
        var orMore: Bool?
        var rpe: Double?
        var rpeMax: Double?
        var repsInReserve: Int?
        var repsInReserveMax: Int?
        /// Whether the load is the body's own weight; `weight` is then the added weight.
        var bodyweight: Bool?

        private enum CodingKeys: String, CodingKey {
            case weight, weightMax = "weight_max", unit, percent, percentMax = "percent_max", base, orMore = "or_more",
                rpe, rpeMax = "rpe_max", repsInReserve = "reps_in_reserve", repsInReserveMax = "reps_in_reserve_max",
                bodyweight
        }

        init(_ load: Load) {
            base = load.base?.code
            switch load {
            case .weight(let weight, let unit): (self.weight, self.unit) = (weight.number, unit.rawValue)
            case .weightRange(let weights, let unit):
                (weight, weightMax) = (weights.lowerBound.number, weights.upperBound.number)
                self.unit = unit.rawValue
            case .weightAtLeast(let weight, let unit):
                (self.weight, self.unit, orMore) = (weight.number, unit.rawValue, true)
            case .percentage(let share, _): percent = share.number
            case .percentageRange(let shares, _):
                (percent, percentMax) = (shares.lowerBound.number, shares.upperBound.number)
            case .percentageAtLeast(let share, _): (percent, orMore) = (share.number, true)
            case .percentagePlus(let share, _, let plus, let unit):
                (percent, weight, self.unit) = (share.number, plus.number, unit.rawValue)
            case .rpe(let tenths): rpe = Double(tenths) / 10
            case .rpeRange(let tenths): (rpe, rpeMax) = (Double(tenths.lowerBound) / 10, Double(tenths.upperBound) / 10)
            case .rir(let reps): repsInReserve = reps
            case .rirRange(let reps): (repsInReserve, repsInReserveMax) = (reps.lowerBound, reps.upperBound)
            case .bodyweight(let plus, let unit):
                bodyweight = true
                weight = plus?.number
                self.unit = plus == nil ? nil : unit.rawValue
            }
        }
    }

    let kind: String
    let count: Int
    /// The most sets of a range.
    var countMax: Int?
    /// The repetitions, or the minimum of a range.
    var reps: Int?
    /// The maximum of a range of repetitions.
    var repsMax: Int?
    /// Whether each set is as many repetitions as possible (AMRAP), but at least `reps`.
    var amrap = false
    /// Present if `reps` is the sum of any number of sets.
    var total: Bool?
    /// The time within which `reps` are done.
    var withinSeconds: Int?
    /// Present if the load is the heaviest possible for `reps`.
    var repMax: Bool?
    /// `rest-pause`, `myo-reps`, `interval`, `per-rep` or `half`; nil for straight sets.
    var technique: String?
    /// The time from the start of a set to the start of the next.
    var intervalSeconds: Int?
    var rpeCap: Double?
    /// The time, or the shortest of a range.
    var seconds: Int?
    /// The longest time of a range.
    var secondsMax: Int?
    var meters: Int?
    let load: LoadResult?
    /// The load before it was rounded to the equipment.
    let exactLoad: LoadResult?
    let restSeconds: Int64?
    let notes: String?
    /// The sets in words: `drop 3×5 @ 80% (rest 1m)`.
    let text: String

    private enum CodingKeys: String, CodingKey {
        case kind, count, countMax = "count_max", reps, repsMax = "reps_max", amrap, total, withinSeconds =
            "within_seconds", repMax = "rep_max", technique, intervalSeconds = "interval_seconds", rpeCap = "rpe_cap",
            seconds, secondsMax = "seconds_max", meters, load, exactLoad = "exact_load", restSeconds = "rest_seconds",
            notes, text
    }

    init(_ sets: SetPrescription, _ words: MessageCatalog) {
        kind = sets.kind.rawValue
        count = sets.count
        if sets.mostCount > sets.count { countMax = sets.mostCount }
        rpeCap = sets.rpeCap.map { Double($0) / 10 }
        switch sets.technique {
        case .straight: break
        case .restPause: technique = "rest-pause"
        case .myoReps: technique = "myo-reps"
        case .perRep: technique = "per-rep"
        case .half: technique = "half"
        case .every(let seconds): (technique, intervalSeconds) = ("interval", seconds)
        }
        switch sets.target {
        case .reps(let reps): self.reps = reps
        case .range(let least, let most): (reps, repsMax) = (least, most)
        case .amrap(let least): (reps, amrap) = (least, true)
        case .total(let reps): (self.reps, total) = (reps, true)
        case .totalRange(let least, let most): (reps, repsMax, total) = (least, most, true)
        case .within(let reps, let seconds): (self.reps, withinSeconds) = (reps, seconds)
        case .amrapWithin(let least, let seconds): (reps, amrap, withinSeconds) = (least, true, seconds)
        case .repMax(let reps): (self.reps, repMax) = (reps, true)
        case .time(let seconds): self.seconds = seconds
        case .timeRange(let least, let most): (seconds, secondsMax) = (least, most)
        case .distance(let metres): meters = metres
        }
        load = sets.load.map(LoadResult.init)
        exactLoad = sets.exactLoad.map(LoadResult.init)
        restSeconds = sets.rest?.seconds
        notes = sets.notes
        text = words.described(sets)
    }
}

extension Weight {
    fileprivate var number: Double { Double(thousandths) / 1000 }
}

extension Percentage {
    fileprivate var number: Double { Double(hundredths) / 100 }
}

extension Load.Base {
    fileprivate var code: String {
        switch self {
        case .default: "default"
        case .trainingMax: "training-max"
        case .oneRepMax: "one-rep-max"
        case .topSet: "top-set"
        case .lastSet: "last-set"
        case .exerciseLoad: "load"
        }
    }
}
