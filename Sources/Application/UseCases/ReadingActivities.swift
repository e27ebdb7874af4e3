import Activities
import CivilTime
import Files
import Ledger
import Localization
import LogExchange
import Planning
import Platform
import PrintableText
import Progress
import Quoting
import Reminders
import Results
import Session
import SystemPackage
import Training

/// Reads the new files in the folder of the setting `evidence`, each once: recorded activities, and logs of other apps.
///
/// The files are never changed. The ledger records what was read together with the entries, so that a run that is killed reads a file again
/// or not at all, and an undone import stays undone.
struct ReadingActivities {
    /// The most files of a run: the first one may find those of many years.
    private static let mostFiles = 100
    /// For how long a log must not have been written: unlike the other formats, CSV does not show where it ends.
    private static let rest: Int64 = 60

    private let workspace: Workspace
    private var session: Session
    private let folder: FilePath

    /// - Returns: nil if the settings name no folder.
    init?(_ store: Store) {
        guard let folder = store.session.settings.evidence?.folder else { return nil }
        (workspace, session) = (store.workspace, store.session)
        self.folder = Paths.absolute(folder, store.workspace.context)
    }

    /// - Returns: whether files must be read again soon, because they are still being written.
    mutating func run() throws(CommandError) -> Bool {
        let files = workspace.context.files
        guard files.isFolder(folder) else {
            report(["the folder of recorded activities cannot be read: \(workspace.paths.shown(folder))"])
            return false
        }
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.activityFiles() }
        let names = files.list(folder).filter(ReadingActivities.isRead)
        let listed = Set(names)
        var read = known.filter { listed.contains($0.key) }
        let new = names.compactMap { name -> (String, String)? in
            files.stamp(folder.appending(name)).flatMap { $0 == read[name]?.stamp ? nil : (name, $0) }
        }
        var isWaiting = new.count > ReadingActivities.mostFiles
        for (name, stamp) in new.prefix(ReadingActivities.mostFiles) {
            let found: Found
            do throws(Unreadable) { found = try contents(of: folder.appending(name)) } catch {
                if case .unfinished = error { isWaiting = true }
                // It may be read later, or after the user fixed it.
                read[name] = error.problem.map { ReadActivityFile(stamp: stamp, problem: $0) }
                continue
            }
            read[name] = ReadActivityFile(stamp: stamp)
            guard !found.entries.isEmpty else { continue }
            try record([.imported(found.entries), .activityFilesRead(read)])
            report(found, in: name)
            session = try present()
        }
        if read != known { try record([.activityFilesRead(read)]) }
        report(
            read.sorted { $0.key < $1.key }.compactMap { name, file in
                file.problem.map { "\(workspace.paths.shown(folder.appending(name)).printable) was not read: \($0)" }
            }
        )
        return isWaiting
    }
}

extension ReadingActivities {
    /// The entries that a file means, and the workouts that they belong to.
    private struct Found {
        let entries: [LogEntry]
        let workouts: [Occurrence]
    }

    /// Why a file has no entries.
    private enum Unreadable: Error {
        /// It may still be written.
        case unfinished
        case wrong(String)

        /// What is wrong; nil if it is to be read again.
        var problem: String? {
            if case .wrong(let problem) = self { problem } else { nil }
        }
    }

    private static func isRead(_ name: String) -> Bool {
        let isShown = !name.hasPrefix(".") && !name.utf8.contains { $0 < 0x20 }
        return isShown && [".fit", ".gpx", ".tcx", ".csv"].contains { name.lowercased().hasSuffix($0) }
    }

    private static func isLog(_ path: FilePath) -> Bool { path.extension?.lowercased() == "csv" }

    private func contents(of path: FilePath) throws(Unreadable) -> Found {
        let age = LiveFiles.secondsSinceWriting(path)
        let isLog = ReadingActivities.isLog(path)
        if isLog, let age, age < ReadingActivities.rest { throw .unfinished }
        let largest = isLog ? LogImport.largestFile : RecordedActivity.largestFile
        let bytes: [UInt8]
        switch LiveFiles.read(path, upTo: largest + 1) {
        case .success(let read): bytes = read
        case .failure(let problem): throw problem.isMissing ? .unfinished : .wrong(problem.reason)
        }
        if isLog { return try log(bytes, path) }
        do throws(ActivityFileError) {
            let activities = try RecordedActivity.read(bytes)
            let entries = activities.flatMap { ActivityMatching($0, session).entries }
            return Found(entries: entries, workouts: session.workouts(of: entries))
        } catch {
            // A file that was not continued for a day ends early for another reason.
            if case .incomplete = error, age.map({ $0 < 86_400 }) ?? true { throw .unfinished }
            throw .wrong(error.description)
        }
    }

    private func log(_ bytes: [UInt8], _ path: FilePath) throws(Unreadable) -> Found {
        let known: [LogEntry]
        let found: LogImport
        do {
            known = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
            found = try LogImport(
                bytes,
                catalog: session.exercises,
                ids: Dictionary(known.map { ($0.name, $0.exercise) }) { $1 },
                today: session.today
            )
        } catch let error as LogImportError {
            throw .wrong("\(error); import it: antrain log import \(ShellText.path(workspace.paths.shown(path)))")
        } catch { throw .unfinished }
        if let first = found.problems.first {
            let command = "antrain log import \(ShellText.path(workspace.paths.shown(path)))"
            throw .wrong("line \(first.line): \(first.message); to see all problems: \(command)")
        }
        let matching = LogMatching(LogEntry.missing(found.entries, in: known), session)
        return Found(entries: matching.entries, workouts: matching.workouts)
    }

    private func record(_ events: [LedgerEvent]) throws(CommandError) {
        let now = session.now
        _ = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.record(events, continuing: nil, at: now)
        }
    }

    private func present() throws(CommandError) -> Session { try Store(workspace).session }

    /// States what was read; without a terminal or `--verbose`, nothing.
    private func report(_ found: Found, in name: String) {
        guard workspace.isVerbose || workspace.context.output.isTerminal else { return }
        let names = found.workouts.map { "\($0.dayName) (\(session.words.day($0.date, today: session.today)))" }
        let count = LogImportResult.count(found.entries.count)
        workspace.talk("\(name.printable): \(count)" + (names.isEmpty ? "" : "; \(session.words.joined(names))"))
    }

    private func report(_ problems: [String]) {
        for problem in workspace.newProblems(problems, of: .evidence) { workspace.warn(problem) }
    }
}

extension Session {
    /// The workouts that entries belong to.
    fileprivate func workouts(of entries: [LogEntry]) -> [Occurrence] {
        var seen: Set<OccurrenceKey> = []
        return entries.compactMap { entry -> Occurrence? in
            let key = entry.workout.map { OccurrenceKey(.program($0.program), on: entry.date) }
            guard let key, seen.insert(key).inserted else { return nil }
            return occurrence(key)
        }
    }
}
