import CivilTime
import Files
import Platform
import Ledger
import Reminders
import Session
import SystemPackage
import Training
import YAMLSource

/// The checks of settings and time zone.
extension Checkup {
    /// The settings file, the user's exercises, and the settings in force.
    func checkedSettings() -> DoctorCheck {
        let (path, shown) = (paths.settings, paths.shown(paths.settings))
        let place = DoctorFinding.Place(path: path)
        let isRemembered = workspace.lastSettings(remembered) != nil
        let rest = isRemembered ? "; the last good settings stay in force" : ""
        let restore = "restore it, or rewrite it: antrain settings --on"
        var findings: [DoctorFinding] = []
        switch context.files.read(path) {
        case .failure(let problem) where problem.isMissing:
            guard isRemembered else { break }
            let text = "\(shown) is missing\(rest)"
            findings.append(DoctorFinding(.warning, .settingsMissing, text, fix: restore, place: place))
        case .failure(let problem):
            let text = "\(shown) cannot be read: \(problem.reason)\(rest)"
            let fix = "make it a readable file, or move it away"
            findings.append(DoctorFinding(.error, .settingsUnreadable, text, fix: fix, place: place))
        case .success(let bytes) where SettingsReader.isBlank(bytes):
            guard isRemembered else { break }
            let what = bytes.contains(0) ? "contains only NUL bytes" : "contains no settings"
            let text = "\(shown) \(what)\(rest)"
            findings.append(DoctorFinding(.warning, .settingsEmpty, text, fix: restore, place: place))
        case .success(let bytes):
            let source = SourceText(path: shown, bytes: bytes)
            let reading = SettingsReader.read(source)
            var diagnostics = reading.diagnostics
            if let read = reading.settings { _ = workspace.checkZone(read, reading.spans[.timezone], &diagnostics) }
            findings += DoctorFinding.of(
                diagnostics,
                in: source,
                path: path,
                .settingsErrors,
                edit: "antrain settings edit"
            )
        }
        findings += exercises() + heartbeat() + calendarFile() + daysOff() + activityFiles() + log()
        if !settings.isEnabled, isSwitchKnown {
            let text = "reminders are off"
            findings.append(DoctorFinding(.note, .remindersOff, text, fix: "turn them on: antrain settings --on"))
        }
        return DoctorCheck(name: .settings, summary: settingsInWords, findings: findings)
    }

    /// Whether it is known that reminders are on or off.
    ///
    /// If the ledger cannot be read, only an explicit value in the settings shows it.
    private var isSwitchKnown: Bool {
        if case .unusable = ledgerState { loaded?.explicitSwitch != nil } else { true }
    }

    /// The most important settings in force.
    private var settingsInWords: String {
        let switched = settings.isEnabled ? "on" : "off"
        // With all seven days, programs follow their own.
        let days =
            settings.days == .all
            ? "the days of the programs" : settings.days.weekdays.map(\.abbreviation).joined(separator: ",")
        let channels = settings.channels.joined(separator: ",")
        let origin = loaded?.isFallback == true ? "as last read" : "from \(paths.shown(paths.settings))"
        let time = settings.autoTime.map { "auto \($0)" } ?? settings.time.description
        return "\(switched), \(time) on \(days.isEmpty ? "no days" : days), channels \(channels), \(origin)"
    }

    /// Whether the heartbeat file can be written, and the last request succeeded.
    private func heartbeat() -> [DoctorFinding] {
        guard let file = settings.heartbeat?.file else { return failedHeartbeat }
        let path = Paths.absolute(file, context)
        // Replacing the file requires a writable folder; a missing folder is created in the nearest one that exists.
        var folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        while context.files.facts(folder) == nil, folder != "/" { folder = LiveFiles.folder(of: folder) }
        let facts = context.files.facts(folder)
        let isFolder = context.files.facts(path)?.isFolder == true
        let obstacle = context.files.heartbeatObstacle(path)
        if facts?.isFolder == true, facts?.isWritable == true, obstacle == nil { return failedHeartbeat }
        let reason = obstacle ?? "\(paths.shown(folder)) is not a writable folder"
        let text =
            isFolder
            ? "the heartbeat file \(paths.shown(path)) is a folder"
            : "the heartbeat file \(paths.shown(path)) cannot be written: \(reason)"
        let fix = "change 'heartbeat': antrain settings edit"
        let place = DoctorFinding.Place(path: path)
        return [DoctorFinding(.warning, .heartbeatUnwritable, text, fix: fix, place: place)] + failedHeartbeat
    }

    /// Why the last request of the heartbeat's URL failed.
    private var failedHeartbeat: [DoctorFinding] {
        let name = HeartbeatSettings.channelName
        guard settings.heartbeat?.channel != nil, let last = (try? ledger?.lastHeartbeat()) ?? nil,
            let problem = last.problem,
            // A denied channel sends nothing, which the check of the channel reports.
            (try? ledger?.permissions()[name]?.state) ?? nil != .denied
        else { return [] }
        let fix = "find out whether it works now: antrain channel test \(name)"
        return [DoctorFinding(.warning, .heartbeatFailed, "the heartbeat was not sent: \(problem)", fix: fix)]
    }

    private func exercises() -> [DoctorFinding] {
        let path = paths.exercises
        switch context.files.read(path) {
        case .failure(let problem) where problem.isMissing: return []
        case .failure(let problem):
            let text = "\(paths.shown(path)) cannot be read: \(problem.reason)"
            let fix = "make it a readable file, or move it away"
            return [DoctorFinding(.error, .exercisesErrors, text, fix: fix, place: DoctorFinding.Place(path: path))]
        case .success(let bytes):
            let source = SourceText(path: paths.shown(path), bytes: bytes)
            // A damaged shipped catalogue is a finding of the installation.
            let shipped = (try? workspace.shippedExercises()) ?? .empty
            let reading = ExerciseCatalogReader.read(source, extending: shipped)
            return DoctorFinding.of(
                reading.diagnostics,
                in: source,
                path: path,
                .exercisesErrors,
                edit: "antrain exercise edit"
            )
        }
    }

    func timeZone() -> DoctorCheck {
        if let zoneProblem {
            let finding = DoctorFinding(.error, .zoneUnknown, splitting: zoneProblem)
            return DoctorCheck(name: .timeZone, findings: [finding])
        }
        guard let zone else { return DoctorCheck(name: .timeZone) }
        let version = tzdataVersion
        var check = DoctorCheck(name: .timeZone, summary: zone.identifier + (version.map { ", tzdata \($0)" } ?? ""))
        if let planned = (try? ledger?.plannedZone()) ?? nil, planned != zone.identifier {
            let text = "the reminders were planned for \(planned), but the time zone is now \(zone.identifier)"
            check.findings.append(
                DoctorFinding(.note, .zoneChanged, text, fix: "the next run plans again: antrain schedule-next")
            )
        }
        if let version, let finding = DoctorFinding.tzdata(version, year: zone.civil(at: now).date.year) {
            check.findings.append(finding)
        }
        return check
    }

    /// The version of the time zone rules, such as `2025b`; nil if the database does not state it.
    private var tzdataVersion: String? {
        for folder in ZoneDatabase.system(environment: context.environment).directories {
            guard case .success(let bytes) = context.files.read(FilePath(folder).appending("tzdata.zi")) else {
                continue
            }
            let words = String(decoding: bytes.prefix { $0 != 0x0A }.prefix(100), as: UTF8.self).split(separator: " ")
            if words.count == 3, words[0] == "#", words[1] == "version" { return String(words[2]) }
        }
        return nil
    }
}

extension DoctorFinding {
    /// That time zone rules are three years old or more: governments change them every year.
    ///
    /// - Parameter version: the version, such as `2025b`.
    static func tzdata(_ version: String, year: Int) -> DoctorFinding? {
        guard let published = Int(version.prefix(4)), published <= year - 3 else { return nil }
        return DoctorFinding(
            .note,
            .tzdataOld,
            "the time zone rules are from \(published) (tzdata \(version)); reminders may be an hour off where the rules have changed since",
            fix: "sudo apt install --only-upgrade tzdata"
        )
    }
}
