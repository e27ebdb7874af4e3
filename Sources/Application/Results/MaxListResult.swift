import CivilTime
package import Platform
import Ledger
import Localization
import Planning
import Progress
package import Session
import Training

/// The athlete's maxes and loads.
package struct MaxListResult: CommandResult {
    package static let kind = "maxes"

    /// A max or a load.
    struct Value: Encodable {
        /// `one-rep-max`, `training-max` or `load`.
        let value: String
        let exercise: String
        /// The program of a load, a tested max or a max in a file; nil for a max that the athlete set, which applies to every program.
        let program: String?
        let weight: Double
        let unit: String
        /// The first date on which it applies; nil for a max in a program's file.
        let date: String?
        /// `athlete`, `test` or `program`.
        let source: String
        let replaced: Bool
        fileprivate let name: String
        fileprivate let text: String
        fileprivate let when: String

        private enum CodingKeys: String, CodingKey {
            case value, exercise, program, weight, unit, date, source, replaced
        }
    }

    let values: [Value]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case values }

    package init(_ session: Session) {
        let words = session.words
        let names = session.exerciseNames
        // Commands take the ids.
        func title(_ id: String, _ name: String) -> String {
            NameKey.of(id) == NameKey.of(name) ? id : "\(name) (\(id))"
        }
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: session.today) }
        self.words = words
        let set = session.facts.values
        let own = set.enumerated().map { index, value in
            var program: String?
            if case .load(let id, _) = value.subject { program = id }
            return Value(
                value: value.subject.kind,
                exercise: value.subject.exercise,
                program: program,
                weight: Double(value.weight.thousandths) / 1000,
                unit: value.unit.rawValue,
                date: value.date.description,
                source: "athlete",
                replaced: set[(index + 1)...].contains { $0.subject == value.subject && $0.date >= value.date },
                name: title(value.subject.exercise, session.title(of: value.subject)),
                text: words.weight(value.weight, value.unit),
                when: words.text(.maxSince, ["date": stated(value.date)])
            )
        }
        let tests = session.programs.flatMap { active -> [Value] in
            let tested = active.testedMaxes(session.facts.log)
            return tested.enumerated().map { index, test in
                Value(
                    value: "one-rep-max",
                    exercise: test.lift,
                    program: active.program.id,
                    weight: Double(test.max.thousandths) / 1000,
                    unit: active.program.units.rawValue,
                    date: test.date.description,
                    source: "test",
                    replaced: tested[(index + 1)...].contains { $0.lift == test.lift }
                        || set.contains { $0.subject == .oneRepMax(lift: test.lift) && $0.date > test.date },
                    name: title(test.lift, names.name(test.lift, of: test.lift)),
                    text: words.weight(test.max, active.program.units),
                    when: words.text(.maxTested, ["date": stated(test.date), "program": active.program.name])
                )
            }
        }
        let setLifts = Set(set.map(\.subject))
        let files = session.programs.map(\.program).flatMap { program in
            program.lifts.sorted { $0.key < $1.key }.flatMap { id, lift -> [Value] in
                [("one-rep-max", lift.oneRepMax), ("training-max", lift.trainingMax)].compactMap { kind, weight in
                    weight.map {
                        Value(
                            value: kind,
                            exercise: id,
                            program: program.id,
                            weight: Double($0.thousandths) / 1000,
                            unit: program.units.rawValue,
                            date: nil,
                            source: "program",
                            replaced: setLifts.contains(.oneRepMax(lift: id))
                                || setLifts.contains(.trainingMax(lift: id)),
                            name: title(id, names.name(id, of: id)),
                            text: words.weight($0, program.units),
                            when: words.text(.maxFromFile, ["program": program.name])
                        )
                    }
                }
            }
        }
        values = own + tests + files
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !values.isEmpty else {
            return words.text(.noMaxes, ["command": "antrain program max set squat 140kg"]) + "\n"
        }
        let rows = values.map { value in
            let what =
                value.program.flatMap { value.value == "load" ? words.text(.loadIn, ["program": $0]) : nil }
                ?? words.word("action.kind", value.value)
            let note = value.replaced ? words.text(.maxReplaced, ["source": value.when]) : value.when
            return [
                value.replaced ? style.dim(value.name) : value.name, what,
                value.replaced ? style.dim(value.text) : style.bold(value.text), style.dim(note),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
