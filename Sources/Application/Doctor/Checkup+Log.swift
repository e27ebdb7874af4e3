import Files
import Platform
import Reminders
import SystemPackage

/// The check of the log.
extension Checkup {
    func log() -> [DoctorFinding] {
        guard case .file(let text)? = settings.logging?.target else { return [] }
        let path = Paths.absolute(text, context)
        guard let problem = logProblem(path) else { return [] }
        return [
            DoctorFinding(
                .warning,
                .logUnwritable,
                "the log \(paths.shown(path)) cannot be written: \(problem)",
                fix: "choose another file for 'logging': antrain settings edit",
                place: DoctorFinding.Place(path: path)
            )
        ]
    }

    private func logProblem(_ path: FilePath) -> String? {
        do throws(FileProblem) { try FileLogHandler.check(path) } catch { return error.reason }
        if let facts = context.files.facts(path) { return facts.isWritable ? nil : "it is not writable" }
        var folder = LiveFiles.folder(of: path)
        if isBrokenLink(path) {
            // The log creates the file behind a link, but not its folder.
            folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        } else {
            // Missing folders are created in the nearest one that exists.
            while context.files.facts(folder) == nil, !isBrokenLink(folder), folder != "/" {
                folder = LiveFiles.folder(of: folder)
            }
        }
        let facts = context.files.facts(folder)
        let isUsable = facts?.isFolder == true && facts?.isWritable == true
        return isUsable ? nil : "\(paths.shown(folder)) is not a writable folder"
    }

    /// Whether something at a path leads nowhere.
    private func isBrokenLink(_ path: FilePath) -> Bool {
        guard context.files.facts(path) == nil, let name = path.lastComponent?.string else { return false }
        return context.files.list(LiveFiles.folder(of: path)).contains(name)
    }
}
