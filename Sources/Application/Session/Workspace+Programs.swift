import Files
import Platform
import Ledger
import Quoting
import SystemPackage
import Training
import YAMLSource

/// Reads the files of the active programs.
extension Workspace {
    /// Why a program stays active as last read.
    private struct Problem {
        /// Identifies the problem, so that it is reported once.
        let state: String
        var finding: String?
        let warning: String
    }

    /// The active programs as in their files, or as last read if a file is missing or has errors, which is reported.
    func programTexts(_ activations: [Activation], _ names: ExerciseNames) -> ProgramTexts {
        var read: [String: (activation: Activation, program: Program)] = [:]
        var news: [LedgerEvent] = []
        var problems: [Problem] = []
        for activation in activations {
            guard let program = current(activation, names, &problems, &news) else { continue }
            read[activation.programID] = (activation, program)
        }
        let unreported = Set(recordAndFilterReported(problems.map(\.state), of: .programs))
        for problem in problems where unreported.contains(problem.state) {
            if let finding = problem.finding { talk(finding) }
            warn(problem.warning)
        }
        return ProgramTexts(names, read, news: news)
    }

    /// Reads an activation's file; if it is missing or has errors, uses the last good text and adds a problem.
    private func current(
        _ activation: Activation,
        _ names: ExerciseNames,
        _ problems: inout [Problem],
        _ news: inout [LedgerEvent]
    ) -> Program? {
        let path = paths.shown(activation.path)
        let state = "\(activation.programID) \(self.state(of: activation.path))"
        switch context.files.readAtRest(activation.path, activation.source.count) {
        case .failure(let problem):
            problems.append(
                Problem(
                    state: state,
                    warning:
                        "\(path): \(problem.reason); the program '\(activation.programID)' stays active as last read; restore the file, or deactivate the program: antrain program deactivate \(activation.programID)"
                )
            )
        case .success(let bytes):
            if bytes == activation.source { return names.stored(activation) }
            let source = SourceText(path: path, bytes: bytes)
            let reading = ProgramReader.read(source)
            if let program = reading.program, program.id == activation.programID {
                news.append(.programRead(programID: program.id, source: bytes))
                return names.translated(program)
            }
            problems.append(problem(of: reading, source, activation, state))
        }
        return names.stored(activation)
    }

    private func problem(
        of reading: ProgramReading,
        _ source: SourceText,
        _ activation: Activation,
        _ state: String
    ) -> Problem {
        let renderer = DiagnosticRenderer(source: source, colored: context.output.talkIsColored)
        if let program = reading.program {
            return Problem(
                state: state,
                warning:
                    "\(source.path) now contains the program '\(program.id)'; '\(activation.programID)' stays active as last read; activate the new program, or restore the id"
            )
        }
        return Problem(
            state: state,
            finding: reading.diagnostics.sorted.first { $0.severity == .error }.map(renderer.render),
            warning:
                "\(source.path) has errors; the program '\(activation.programID)' stays active as last read; list all errors: antrain program validate \(ShellText.path(source.path))"
        )
    }
}
