import Files
package import Platform
import Ledger
package import SystemPackage
package import Training
package import YAMLSource

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
        let path = paths.shown(activation.path)
        warn("\(path) is missing; showing the program as last read, which stays active")
        return ProgramFile(path: activation.path, source: SourceText(path: path, bytes: activation.source))
    }

    /// Reads a program and reports its diagnostics.
    ///
    /// - Throws: `badFile` if there are errors.
    package func program(_ file: ProgramFile) throws(CommandError) -> Program {
        let reading = ProgramReader.read(file.source, checkingNamesIn: exercisesForNames)
        report(reading.diagnostics, in: file.source, isError: reading.program == nil)
        guard let program = reading.program else {
            throw .badFile(BadFile(path: file.path, source: file.source, diagnostics: reading.diagnostics))
        }
        return program
    }
}
