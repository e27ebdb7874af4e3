import ArgumentParser
import CivilTime
import Ledger
import SystemPackage
import Training
import YAMLSource

/// The command `antrain program list`.
struct ProgramListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List active and shipped programs."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let activations =
            workspace.hasLedger
            ? try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activations() } : []
        let active = activations.map { activation in
            let program = ProgramReader.read(SourceText(path: activation.path, bytes: activation.source)).program
            let file = context.files.read(activation.path)
            let state = ProgramListResult.FileState(file, of: activation)
            return ProgramListResult.Active(
                id: activation.programID,
                name: program?.name ?? activation.programID,
                start: activation.start.description,
                path: ResultPath(activation.path, workspace.paths),
                missing: state == .missing,
                valid: state == .valid,
                state: state
            )
        }
        let shipped = workspace.installation.programs.compactMap { entry -> ProgramListResult.Shipped? in
            guard case .success(let bytes) = context.files.read(entry.path) else { return nil }
            let program = ProgramReader.read(SourceText(path: entry.path, bytes: bytes)).program
            return ProgramListResult.Shipped(
                id: entry.name,
                name: program?.name ?? entry.name,
                dayCount: program?.days.count ?? 0,
                schedule: program.map(ProgramResult.Timetable.init),
                path: ResultPath(entry.path, workspace.paths)
            )
        }
        context.show(ProgramListResult(active: active, shipped: shipped), asJSON: data.json)
        return .success
    }
}

/// The active and shipped programs.
struct ProgramListResult: CommandResult {
    static let kind = "programs"

    /// An active program.
    struct Active: Encodable {
        let id: String
        let name: String
        let start: String
        let path: ResultPath
        /// Whether the file is missing; the last version read then stays active.
        let missing: Bool
        /// Whether the file has the program without errors.
        let valid: Bool
        fileprivate let state: FileState

        private enum CodingKeys: String, CodingKey { case id, name, start, path, missing, valid }
    }

    /// The state of an active program's file; if it is not valid, the last version read stays active.
    fileprivate enum FileState: String {
        case valid
        case missing = "file missing"
        case unreadable = "file cannot be read"
        case wrong = "file has errors"
        case other = "file contains another program"

        init(_ file: Result<[UInt8], FileProblem>, of activation: Activation) {
            switch file {
            case .failure(let problem): self = problem.isMissing ? .missing : .unreadable
            case .success(let bytes) where bytes == activation.source: self = .valid
            case .success(let bytes):
                let program = ProgramReader.read(SourceText(path: activation.path, bytes: bytes)).program
                self = program.map { $0.id == activation.programID ? .valid : .other } ?? .wrong
            }
        }
    }

    /// A shipped program.
    struct Shipped: Encodable {
        let id: String
        let name: String
        let dayCount: Int
        /// Its schedule; nil if the file has errors.
        let schedule: ProgramResult.Timetable?
        let path: ResultPath

        private enum CodingKeys: String, CodingKey {
            case id, name, dayCount = "day_count", schedule, path
        }
    }

    let active: [Active]
    let shipped: [Shipped]

    func text(_ style: Style, columns: Int) -> String {
        var lines: [String] = []
        if active.isEmpty {
            lines += TextWrap.lines(
                "no program is active; activate one: antrain program activate NAME",
                columns: columns
            )
            lines.append("")
        } else {
            lines.append(style.bold("Active"))
            lines += TextTable.lines(
                active.map { ["  " + style.green($0.id), $0.name, "since \($0.start)", place($0, style)] },
                columns: columns
            )
            lines.append("")
        }
        lines.append(style.bold("Shipped"))
        lines += TextTable.lines(
            shipped.map { ["  " + $0.id, $0.name, style.dim($0.schedule?.text ?? "")] },
            columns: columns
        )
        let folders = shipped.map { FilePath($0.path.shown).removingLastComponent().string }
        for (index, folder) in folders.enumerated() where !folders[..<index].contains(folder) {
            lines += TextWrap.lines(style.dim("  in \(folder)"), columns: columns)
        }
        lines += ["", "To change one, copy it: antrain program copy NAME"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func place(_ program: Active, _ style: Style) -> String {
        style.dim(program.path.shown) + (program.valid ? "" : style.yellow(" (\(program.state.rawValue))"))
    }
}
