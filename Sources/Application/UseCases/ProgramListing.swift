import CivilTime
import Files
package import Platform
import Ledger
import Localization
package import Results
package import Session
import SystemPackage
package import Training
import YAMLSource

/// The active and shipped programs that a command lists.
package struct ProgramListing {
    /// A property that programs must have.
    package struct Condition {
        /// The option and its value, as typed.
        package let text: String
        let holds: (Program) -> Bool

        package init(text: String, holds: @escaping (Program) -> Bool) {
            self.text = text
            self.holds = holds
        }
    }

    private let workspace: Workspace
    private let conditions: [Condition]
    private let search: (text: String, search: ProgramSearch)?
    private let catalog: ExerciseCatalog
    private let words: MessageCatalog

    /// Lists the programs for which all conditions hold, and that contain the words of a search.
    package init(
        _ workspace: Workspace,
        _ conditions: [Condition],
        _ search: (text: String, search: ProgramSearch)? = nil
    ) throws(CommandError) {
        words = try workspace.words()
        self.workspace = workspace
        self.conditions = conditions
        self.search = search
        catalog = search == nil ? .empty : workspace.exercisesForNames
    }

    package func result() throws(CommandError) -> ProgramListResult {
        let active = try activePrograms()
        let shipped = shippedPrograms()
        let isFiltered = !conditions.isEmpty || search != nil
        let found = (active.filter { isListed($0.program) }, shipped.filter { isListed($0.program) })
        let isEmpty = found.0.isEmpty && found.1.isEmpty
        return ProgramListResult(
            active: found.0.map(\.entry),
            shipped: found.1.map(\.entry),
            isFiltered: isFiltered,
            nextStep: isEmpty && isFiltered ? nextStep((active.map(\.program) + shipped.map(\.program))) : nil,
            words,
            today: try workspace.plannedZone().civil(at: workspace.now()).date
        )
    }

    private func activePrograms() throws(CommandError) -> [(program: Program?, entry: ProgramListResult.Active)] {
        guard workspace.hasLedger else { return [] }
        let activations = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() }
        return activations.map { activation in
            let program = ProgramReader.read(SourceText(path: activation.path.string, bytes: activation.source)).program
            let file = workspace.programText(activation)
            return (program, ProgramListResult.Active(activation, program, file, workspace.paths))
        }
    }

    private func shippedPrograms() -> [(program: Program?, entry: ProgramListResult.Shipped)] {
        workspace.installation.programs.compactMap { file in
            guard case .success(let bytes) = workspace.context.files.read(file.path) else { return nil }
            let program = ProgramReader.read(SourceText(path: file.path.string, bytes: bytes)).program
            let path = ResultPath(file.path, workspace.paths)
            return (program, ProgramListResult.Shipped(id: file.name, program, path, words))
        }
    }

    /// Whether a program is listed; one whose file has errors is if nothing was asked for.
    private func isListed(_ program: Program?) -> Bool {
        guard let program else { return conditions.isEmpty && search == nil }
        return conditions.allSatisfy { $0.holds(program) } && isFound(program)
    }

    private func isFound(_ program: Program) -> Bool {
        search?.search.matches(ProgramSearch.Texts(program, catalog)) ?? true
    }

    /// What to do when no program is listed: correct a word, or leave out the option without which most programs remain.
    private func nextStep(_ programs: [Program?]) -> String {
        let programs = programs.compactMap { $0 }
        if let search {
            let texts = programs.map { ProgramSearch.Texts($0, catalog) }
            let known = texts.reduce(into: Set<String>()) { $0.formUnion($1.words) }.sorted()
            for word in search.search.missingWords(in: texts) {
                guard let near = Suggestion.nearest(to: word, among: known) else { continue }
                return words.text(.searchNear, ["word": quoted(word), "near": quoted(near)])
            }
        }
        let without = conditions.indices.map { left in
            let others = conditions.enumerated().filter { $0.offset != left }.map(\.element)
            let ids = programs.filter { program in others.allSatisfy { $0.holds(program) } && isFound(program) }.map(
                \.id
            )
            return (text: conditions[left].text, count: Set(ids).count)
        }
        let subject = search.map { words.text(.searchNothing, ["text": quoted($0.text)]) } ?? words.text(.filterNothing)
        guard let best = without.max(by: { $0.count < $1.count }), best.count > 0 else {
            return words.text(.listAll, ["subject": subject, "command": "antrain program list"])
        }
        let values = ["subject": subject, "option": best.text]
        return words.text(best.count, one: .withoutOne, other: .withoutOther, values)
    }
}
