import ArgumentParser
import Files
import Ledger
import Platform
import Recovery
import Results
import Session
import SystemPackage

/// The command `antrain repair new`.
struct RepairNewCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a new ledger after the old one was lost.",
        discussion: """
            The command fails if there is a usable ledger. A damaged ledger is kept under another name; try 'antrain repair' first.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try context.checkRestored()
        let workspace = try Workspace(context, global.launch)
        let path = workspace.paths.ledger
        let damaged = try replaceLost(workspace)
        // The list of ledgers may be in the locked folder.
        try workspace.createLedger(replacesLost: true)
        context.show(
            LedgerFileResult(
                action: "created",
                path: ResultPath(path, workspace.paths),
                backup: damaged.map { ResultPath($0, workspace.paths) }
            ),
            asJSON: data.json
        )
        return .success
    }

    /// Creates a ledger in place of the lost one, under the lock of `antrain repair`, which may be rebuilding that one.
    ///
    /// - Returns: the path under which a damaged ledger is kept; nil if there was none.
    private func replaceLost(_ workspace: Workspace) throws(CommandError) -> FilePath? {
        let link = workspace.paths.ledger
        // Before the lock, which would create the folder of the missing file, such as a mount point.
        do { try Ledger.checkLink(link) } catch { throw .ledger(error) }
        let path = SymbolicLink.file(at: link)
        let (files, folder) = (workspace.context.files, LiveFiles.folder(of: path))
        return try files.locked(.ledger, in: folder) { () throws(CommandError) in
            try files.locked(.changes, in: folder) { () throws(CommandError) in
                try replaceLost(workspace, link, path)
            }
        }
    }

    private func replaceLost(_ workspace: Workspace, _ link: FilePath, _ path: FilePath) throws(CommandError)
        -> FilePath?
    {
        let problem: LedgerError
        do {
            _ = try Ledger(path: link, isKnown: true, holdsLock: true)
            throw CommandError.ledgerInUse(path: workspace.paths.shown(link))
        } catch let error as LedgerError {
            problem = error
        } catch let error as CommandError {
            throw error
        } catch { throw .system("\(error)") }
        let suffix: String?
        switch problem {
        case .missing, .empty: suffix = nil
        case .damaged: suffix = try workspace.suffixForDamagedLedger()
        default: throw .ledger(problem)
        }
        do {
            Ledger.setLogAside(path: path, suffix: suffix ?? "lost")
            if let suffix { try Ledger.setAside(path: path, suffix: suffix) }
            _ = try Ledger(path: path, holdsLock: true)
        } catch { throw .ledger(error) }
        return suffix.map { path.suffixed(".\($0)") }
    }
}
