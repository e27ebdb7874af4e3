import CivilTime
package import Platform
import Ledger
import Localization
import Planning
import Progress
package import Session
package import Training

extension Store {
    /// Asks on a terminal for the maxes and starting loads that a program's loads depend on; an empty answer skips one.
    ///
    /// The values belong to the action that the command recorded.
    package func askForValues(of program: Program) throws(CommandError) {
        guard let ask = workspace.context.ask,
            let active = session.programs.first(where: { $0.program.id == program.id })
        else { return }
        let progress = session.progress(of: active)
        var values: [AthleteValue] = []
        var asked: Set<PlannedWorkout.MissingValue> = []
        let items = program.days.compactMap { progress.workout($0.id, week: 1) }.flatMap(\.items)
        questions: for item in items {
            guard let missing = item.missing, asked.insert(missing).inserted else { continue }
            let (question, subject) = session.question(missing, item, of: active.program, among: items)
            var typed = (ask(question) ?? "q").trimmed
            while !typed.isEmpty {
                if typed.lowercased() == "q" { break questions }
                do {
                    let weight = try TypedWeight(parsing: typed, unit: program.units)
                    values.append(AthleteValue(subject, weight.weight, weight.unit, on: active.start))
                    break
                } catch { workspace.talk("\(error); press Enter to skip it, or type q to skip all") }
                typed = (ask(question) ?? "q").trimmed
            }
        }
        guard !values.isEmpty else { return }
        _ = try commit(values.map(LedgerEvent.valueSet), continues: true)
    }
}
