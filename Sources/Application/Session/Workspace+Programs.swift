package import Files
package import Ledger
package import Platform
import Quoting
package import SystemPackage
package import Training
package import YAMLSource

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
    ///
    /// If an upgrade of antrain replaced a shipped file, the former text stays in use: the user has not asked for other workouts.
    func programTexts(_ activations: [Activation], _ names: ExerciseNames) -> ProgramTexts {
        var read: [String: (activation: Activation, program: Program)] = [:]
        var news: [LedgerEvent] = []
        var updates: [String] = []
        var problems: [Problem] = []
        for activation in activations {
            guard let program = current(activation, names, &problems, &news, &updates) else { continue }
            read[activation.programID] = (activation, program)
        }
        let unreported = Set(recordAndFilterReported(problems.map(\.state), of: .programs))
        for problem in problems where unreported.contains(problem.state) {
            if let finding = problem.finding { talk(finding) }
            warn(problem.warning)
        }
        return ProgramTexts(names, read, news: news, updates: updates)
    }

    /// Reads an activation's file; if it is missing or has errors, uses the last good text and adds a problem.
    private func current(
        _ activation: Activation,
        _ names: ExerciseNames,
        _ problems: inout [Problem],
        _ news: inout [LedgerEvent],
        _ updates: inout [String]
    ) -> Program? {
        let path = paths.shown(activation.path)
        let state = "\(activation.programID) \(self.state(of: activation.path))"
        switch programText(activation, isAtRest: true) {
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
                if installation.isShippedProgram(activation.path), acceptedProgram != program.id,
                    let stored = names.stored(activation), stored != names.translated(program)
                {
                    updates.append(program.id)
                    return stored
                }
                news.append(.programRead(programID: program.id, source: bytes))
                return names.translated(program)
            }
            problems.append(problem(of: reading, source, activation, state))
        }
        return names.stored(activation)
    }

    /// The text of an active program's file; the last good one if the program was activated on another machine, where its file is.
    ///
    /// - Parameter isAtRest: whether to wait for a file that is being written.
    package func programText(_ activation: Activation, isAtRest: Bool = false) -> Result<[UInt8], FileProblem> {
        if activation.path.isEmpty { return .success(activation.source) }
        return isAtRest
            ? context.files.readAtRest(activation.path, activation.source.count) : context.files.read(activation.path)
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

package struct ProgramFile {
    package let path: FilePath
    /// The text, with the path as the user typed it.
    package let source: SourceText
}

extension Workspace {
    /// Finds a program by its path, or a shipped program by its name in any spelling, such as `Push Pull Legs`.
    package func programFile(_ name: String) throws(CommandError) -> ProgramFile {
        let path = Paths.absolute(name, context)
        switch context.files.read(path) {
        case .success(let bytes): return ProgramFile(path: path, source: SourceText(path: name, bytes: bytes))
        case .failure(let problem) where !problem.isMissing: throw .file(problem)
        case .failure: break
        }
        guard let shipped = installation.program(named: name) ?? shippedProgram(spelled: name) else {
            let base = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
            throw .noProgram(name, near: Suggestion.nearest(to: base, among: installation.programs.map(\.name)))
        }
        switch context.files.read(shipped) {
        case .success(let bytes):
            return ProgramFile(path: shipped, source: SourceText(path: paths.shown(shipped), bytes: bytes))
        case .failure(let problem): throw .file(problem)
        }
    }

    private func shippedProgram(spelled name: String) -> FilePath? {
        guard !name.contains("/"), !name.hasSuffix(".yaml") else { return nil }
        return installation.programs.first { NameKey.of($0.name) == NameKey.of(name) }?.path
    }

    /// Finds a program by a path, by the id of an active program, or by the name of a shipped program.
    package func knownProgram(_ name: String) throws(CommandError) -> ProgramFile {
        guard hasLedger, !context.files.exists(Paths.absolute(name, context)) else { return try programFile(name) }
        let active = try withLedger { (ledger) throws(LedgerError) in try ledger.activations() }
        guard let activation = active.first(where: { $0.programID == name }) else { return try programFile(name) }
        guard !context.files.exists(activation.path) else { return try programFile(activation.path.string) }
        let path = activation.path.isEmpty ? name : paths.shown(activation.path)
        if !activation.path.isEmpty {
            warn("\(path) is missing; showing the program as last read, which stays active")
        }
        return ProgramFile(path: activation.path, source: SourceText(path: path, bytes: activation.source))
    }

    /// Reads a program and reports its diagnostics.
    ///
    /// - Parameter warns: whether warnings are reported.
    /// - Throws: `badFile` if there are errors.
    package func program(_ file: ProgramFile, warns: Bool = true) throws(CommandError) -> Program {
        let reading = ProgramReader.read(file.source, checkingNamesIn: warns ? exercisesForNames : nil)
        if warns || reading.program == nil {
            report(reading.diagnostics, in: file.source, isError: reading.program == nil)
        }
        guard let program = reading.program else {
            throw .badFile(BadFile(path: file.path, source: file.source, diagnostics: reading.diagnostics))
        }
        return program
    }
}
