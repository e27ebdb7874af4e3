import Delivery
import Files
import Ledger
import Platform
import Recovery
import Reminders
import Session
import SystemPackage

/// The checks of files and folders.
extension Checkup {
    func installation() -> DoctorCheck {
        var check = DoctorCheck(name: .installation, summary: paths.shown(folder(context.executable)))
        for damage in workspace.installation.damages {
            check.findings.append(
                DoctorFinding(
                    .error,
                    .partDamaged,
                    "\(damage.path): \(damage.reason)",
                    fix: damage.remedy,
                    place: DoctorFinding.Place(path: damage.path)
                )
            )
        }
        return check
    }

    private func folder(_ path: FilePath) -> FilePath { LiveFiles.folder(of: path) }

    /// The user's files: owners, permissions and leftovers.
    func files() -> DoctorCheck {
        let state = paths.knownLedgers.map(folder)
        let data = folder(paths.ledger)
        // The data folder may contain files of other programs, too.
        let isOwnData = data.lastComponent == "antrain"
        var subjects = [subject(folder(paths.settings), .folder), subject(paths.settings, .file)]
        subjects += [subject(paths.exercises, .file), subject(data, isOwnData ? .privateFolder : .folder)]
        subjects += ["", "-wal", "-shm"].map { subject(paths.ledger.suffixed($0), .privateFile) }
        subjects.append(subject(paths.plugins, .folder))
        let snapshots = LedgerSnapshots(ofLedgerAt: paths.ledger)
        subjects.append(subject(snapshots.folder, .privateFolder))
        subjects += (snapshots.examined().map(\.path) + snapshots.keptBackups).map { subject($0, .privateFile) }
        if let state { subjects.append(subject(state, .folder)) }
        subjects += [paths.knownLedgers, paths.trace].compactMap { $0 }.map { subject($0, .file) }
        var findings = subjects.flatMap { $0.findings(user: context.userID, name: context.userName) }
        let folders = [folder(paths.settings), data, paths.plugins, snapshots.folder] + [state].compactMap { $0 }
        findings += Set(folders).sorted { $0.string < $1.string }.flatMap(leftovers)
        findings += ignoredVariables
        findings += snapshots.leftovers.map { leftover($0, "is a snapshot that was not completed") }
        findings += unfinished(in: data)
        return DoctorCheck(name: .files, summary: paths.shown(data), findings: findings)
    }

    /// Variables with relative paths, which programs must ignore according to the XDG Base Directory Specification.
    private var ignoredVariables: [DoctorFinding] {
        ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"].compactMap { variable in
            guard let path = context.environment[variable], !path.isEmpty, !path.hasPrefix("/") else { return nil }
            let text = "\(variable) is ignored, because \(quoted(path)) is not an absolute path"
            let fix = "set it to an absolute path, or unset it: unset \(variable)"
            return DoctorFinding(.note, .variableIgnored, text, fix: fix)
        }
    }

    private func subject(_ path: FilePath, _ purpose: FileSubject.Purpose) -> FileSubject {
        FileSubject(
            path: path,
            shown: paths.shown(path),
            purpose: purpose,
            facts: context.files.facts(path),
            missingTarget: FileFacts.missingTarget(path)
        )
    }

    /// Temporary files of processes that were killed, and edited texts that were not saved.
    private func leftovers(_ folder: FilePath) -> [DoctorFinding] {
        func hasEnded(_ process: Int32) -> Bool { !context.files.exists(FilePath("/proc/\(process)")) }
        return context.files.list(folder).compactMap { name in
            let path = folder.appending(name)
            if let process = LiveFiles.writer(ofTemporary: name), hasEnded(process) {
                return leftover(path, "is a temporary file of a process that was killed")
            }
            guard let process = LiveFiles.process(ofEditedCopy: name), hasEnded(process) else { return nil }
            return DoctorFinding(
                .note,
                .leftover,
                "\(paths.shown(path)) contains edited text that was not saved",
                fix: "copy what you need from it, and remove it: rm \(paths.shown(path))",
                place: DoctorFinding.Place(path: path)
            )
        }
    }

    /// The folders of commands that were killed: of a restore that replaced nothing yet, and of a repair.
    private func unfinished(in data: FilePath) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        let journal = try? RestoreJournal.path(paths)
        if let problem = context.unfinishedRestore {
            let place = DoctorFinding.Place(path: journal ?? paths.data)
            findings.append(DoctorFinding(.error, .restoreUnfinished, problem.message, place: place))
        }
        if let journal, RestoreJournal.isAbandoned(paths) {
            let reason = "belongs to a restore that was killed before it replaced any file"
            findings.append(leftover(journal, reason, .abortRestore(path: journal)))
        }
        for name in context.files.list(data) {
            let folder = data.appending(name)
            guard let process = Ledger.repairer(ofFolder: name), context.files.isFolder(folder),
                !context.files.exists(FilePath("/proc/\(process)"))
            else { continue }
            let reason = "contains the copies of a repair that was killed"
            findings.append(leftover(folder, reason, .removeFolder(path: folder)))
        }
        return findings
    }

    private func leftover(_ path: FilePath, _ reason: String, _ repair: DoctorRepair? = nil) -> DoctorFinding {
        let shown = paths.shown(path)
        let repair = repair ?? .remove(path: path)
        return DoctorFinding(
            .warning,
            .leftover,
            "\(shown) \(reason)",
            fix: repair.words(shown),
            place: DoctorFinding.Place(path: path),
            repair: repair
        )
    }

    func disk() -> DoctorCheck {
        var place = folder(paths.ledger)
        while context.files.facts(place) == nil, place != "/" { place = folder(place) }
        guard let free = DiskSpace.free(at: place) else {
            return DoctorCheck(
                name: .disk,
                findings: [.unchecked("the free space in \(paths.shown(place)) is unknown")]
            )
        }
        return .disk(free: free, place: place, shown: paths.shown(place))
    }
}

extension DoctorCheck {
    /// Whether the ledger has enough space.
    ///
    /// - Parameter free: the free space in bytes.
    static func disk(free: Int64, place: FilePath, shown: String) -> DoctorCheck {
        let megabyte: Int64 = 1_000_000
        let words = free < 10 * megabyte ? "\(free / 1000) kB" : "\(free / megabyte) MB"
        var check = DoctorCheck(name: .disk, summary: "\(words) free")
        if free < 50 * megabyte {
            check.findings.append(
                DoctorFinding(
                    free < megabyte ? .error : .warning,
                    .diskLow,
                    "only \(words) are free in \(shown)",
                    fix: "free some space there, or choose another place with --data-dir",
                    place: DoctorFinding.Place(path: place)
                )
            )
        }
        return check
    }
}

extension Installation {
    /// All parts that are missing or not as they were installed.
    var damages: [DamagedPart] {
        var damages: [DamagedPart] = []
        func compare(_ digests: [String: String], in folder: FilePath) {
            for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
                let path = folder.appending(name)
                guard PluginDigest.sha256(of: path) != digest else { continue }
                if case .failure(let problem) = files.read(path) {
                    damages.append(DamagedPart(path: path, reason: problem.reason))
                } else {
                    damages.append(DamagedPart(path: path, reason: "it is not the file that was installed"))
                }
            }
        }
        switch shippedPlugins {
        case .failure(let damage): damages.append(damage)
        case .success(let shipped): compare(shipped.digests, in: shipped.folder)
        }
        if case .success(let bytes) = files.read(parts.appending("parts.sha256")) {
            compare(ShippedPlugins.digests(bytes), in: parts)
        }
        if !damages.contains(where: { $0.path == runner }) {
            switch files.facts(runner) {
            case nil: damages.append(DamagedPart(path: runner, reason: "No such file or directory"))
            case let facts? where facts.irregularKind != nil || facts.mode & 0o111 == 0:
                damages.append(DamagedPart(path: runner, reason: "it is not an executable file"))
            default: break
            }
        }
        if (try? exercises()) == nil {
            let path = prefix.appending("share/antrain/exercises.yaml")
            damages.append(DamagedPart(path: path, reason: "No such file or directory"))
        }
        if programs.isEmpty {
            let path = prefix.appending("share/antrain/programs")
            damages.append(DamagedPart(path: path, reason: "it has no programs"))
        }
        return damages
    }
}

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
            // A missing folder is created in its nearest existing parent.
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
