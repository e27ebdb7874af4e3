package import Progress
internal import Training

extension MessageCatalog {
    /// An exercise and its records: `Squat: heaviest load 82.5 kg, estimated max 96.3 kg`.
    package func newRecords(_ records: [Record], of exercise: String) -> String {
        text(.exerciseRecords, ["exercise": exercise, "records": records.map(newRecord).joined(separator: ", ")])
    }

    private func newRecord(_ record: Record) -> String { text(record.kind.key, ["value": value(record)]) }

    private func value(_ record: Record) -> String {
        switch (record.kind, record.set?.load) {
        case (.addedLoad, .bodyweight(let plus, let unit)?): weight(plus, unit)
        case (.repetitions, let load?):
            text(.repsWithLoad, ["reps": "\(record.set?.amount.reps ?? 0)", "load": self.load(load.prescribed)])
        default: value(of: record)
        }
    }
}

extension PerformedSet.Load {
    fileprivate var prescribed: Load {
        switch self {
        case .weight(let weight, let unit): .weight(weight, unit)
        case .bodyweight(let plus, let unit): .bodyweight(plus: plus.thousandths == 0 ? nil : plus, unit)
        }
    }
}

extension Record.Kind {
    /// The text of a record of the kind.
    var key: MessageKey {
        switch self {
        case .load: .recordLoad
        case .addedLoad: .recordAddedLoad
        case .repetitions: .recordRepetitions
        case .estimatedMax: .recordEstimatedMax
        case .volume: .recordVolume
        case .time: .recordTime
        case .distance: .recordDistance
        case .timeOverDistance: .recordTimeOverDistance
        }
    }
}
