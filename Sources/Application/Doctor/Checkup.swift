import Calendars
import CivilTime
import Delivery
import Files
import Ledger
import Platform
import PrintableText
import Recovery
import Reminders
import Session
import SystemPackage
import Triggers

/// Examines everything that antrain depends on.
///
/// It only reads: the ledger is opened for reading, nothing is recorded or printed, and plugins that were not allowed do not run. Each
/// check works independently of the others.
package final class Checkup {
    /// The ledger as found.
    enum LedgerState {
        case absent
        case usable(Ledger)
        case unusable(LedgerError)
    }

    let context: Context
    let workspace: Workspace
    let ledgerState: LedgerState
    /// The last good settings that the ledger remembers.
    let remembered: RememberedSettings
    /// The settings in force; nil if there are none, because the file has errors and there are no last good settings.
    let loaded: LoadedSettings?
    /// The time zone; nil if it is unknown.
    let zone: Zone?
    let zoneProblem: String?
    let now: Instant
    let clockProblem: String?
    /// Whether everything in the ledger is compared, which takes longer.
    let isThorough: Bool

    var paths: Paths { workspace.paths }
    var settings: Settings { loaded?.settings ?? .defaults }
    var ledger: Ledger? { if case .usable(let ledger) = ledgerState { ledger } else { nil } }

    /// - Throws: if there is no home folder.
    init(_ original: Context, _ options: LaunchOptions, isThorough: Bool = false) throws(CommandError) {
        self.isThorough = isThorough
        var context = original
        // The findings are the only output.
        context.output.talk = { _ in }
        self.context = context
        let paths = try Paths(context, options: options)
        let plain = try Workspace(context, options)
        ledgerState = Checkup.open(
            paths.ledger,
            isKnown: KnownLedgers(plain).hadLedger(at: paths.ledger),
            context.files
        )
        if case .usable(let ledger) = ledgerState {
            workspace = try Workspace(context, options, ledger: ledger)
        } else {
            workspace = plain
        }
        workspace.isReadOnly = true
        var remembered: RememberedSettings?
        if case .usable(let ledger) = ledgerState { remembered = try? ledger.rememberedSettings() }
        self.remembered = remembered ?? RememberedSettings()
        loaded = try? workspace.loadSettings(self.remembered)
        var found: Zone?
        var problem: String?
        do throws(CommandError) { found = try workspace.zone(loaded?.settings.timezone ?? .system) } catch {
            problem = error.message
        }
        zone = found
        zoneProblem = problem
        var present: Instant?
        var unclear: String?
        do throws(CommandError) { present = try context.clock((try? workspace.zone(.system)) ?? .utc) } catch {
            unclear = error.message
        }
        now = present ?? Instant(secondsSinceEpoch: 0)
        clockProblem = unclear
    }

    private static func open(_ path: FilePath, isKnown: Bool, _ files: FileAccess) -> LedgerState {
        let folder = LiveFiles.folder(of: path)
        if let facts = files.facts(folder), facts.isFolder, !facts.isReadable {
            return .unusable(.folder(path: folder, reason: "Permission denied"))
        }
        guard files.facts(path) != nil else { return isKnown ? .unusable(.missing(at: path)) : .absent }
        if Ledger.isEmptyFile(at: path) { return .unusable(.empty(at: path)) }
        do throws(LedgerError) {
            let ledger = try Ledger(reading: path)
            try ledger.check()
            return .usable(ledger)
        } catch { return .unusable(error) }
    }

    /// All checks in the order of the output.
    package func checks() -> [DoctorCheck] {
        let facts = TriggerSearch(context, lock: paths.lock).facts()
        let installation = installation()
        return [installation, files(), disk(), checkedSettings(), timeZone(), checkedLedger(), snapshots()]
            + [programs(), plugins(), trigger(facts), lastRun(facts), clock()] + machines()
            + [sandbox()] + channels(facts, isDamaged: installation.state == .error)
    }

    /// The checks of antrain's own files, for `antrain doctor --files`.
    package func checksOfFiles() -> [DoctorCheck] {
        [files(), disk(), checkedLedger(), snapshots(), programs(), plugins()]
    }

    /// The checks without a home folder, in which there is nothing to examine.
    static func withoutHome(_ error: CommandError, _ context: Context) -> [DoctorCheck] {
        let finding = DoctorFinding(.error, .noHome, splitting: error.message)
        let reason = DoctorFinding.unchecked("there is no home folder")
        return DoctorCheck.Name.allCases.map { name in
            DoctorCheck(name: name, findings: [name == .files ? finding : reason])
        }
    }

    // MARK: Trigger and time

    /// A time in the user's time zone.
    func moment(_ instant: Instant) -> String {
        let civil = (zone ?? .utc).civil(at: instant)
        return "\(civil.date) \(civil.time)"
    }

    private func trigger(_ facts: TriggerFacts) -> DoctorCheck {
        .trigger(facts, isNeeded: settings.isEnabled, grace: settings.grace.seconds)
    }

    private func lastRun(_ facts: TriggerFacts) -> DoctorCheck {
        switch ledgerState {
        case .unusable: return unread(.lastRun)
        case .absent, .usable:
            let last = (try? ledger?.lastRun()) ?? nil
            let state = (try? facts.state(ledger, context, now: now)) ?? .unknown
            return .lastRun(last.map(moment), state)
        }
    }

    private func clock() -> DoctorCheck {
        if let clockProblem {
            let finding = DoctorFinding(.error, .clockInvalid, splitting: clockProblem)
            return DoctorCheck(name: .clock, findings: [finding])
        }
        if case .unusable = ledgerState { return unread(.clock) }
        guard let ledger, (try? ledger.isClockBehind(now)) == true else {
            return DoctorCheck(name: .clock, summary: moment(now))
        }
        let last = (try? ledger.lastRun()) ?? nil
        let finding = DoctorFinding(
            .warning,
            .clockSetBack,
            "the clock shows \(moment(now)), but antrain already planned or ran later"
                + (last.map { $0 > now ? ", at \(moment($0))" : "" } ?? ""),
            fix: "check the date with 'date'; if it is right, plan again: antrain schedule-next"
        )
        return DoctorCheck(name: .clock, findings: [finding])
    }

    /// A check that needs the ledger, which cannot be read.
    func unread(_ name: DoctorCheck.Name) -> DoctorCheck {
        DoctorCheck(name: name, findings: [.unchecked("the ledger cannot be read")])
    }

    private func sandbox() -> DoctorCheck {
        let level = ConfinementLevel(environment: context.environment)
        var check = DoctorCheck(name: .sandbox, summary: level.words(needs: 0))
        if !level.confinesFiles {
            let fix =
                level.isLowered
                ? "unset \(ConfinementLevel.variable)"
                : "use Linux 5.13 or later with Landlock enabled (lsm=landlock,…)"
            check.findings.append(DoctorFinding(.note, .sandboxWeak, level.words(needs: 0), fix: fix))
        }
        return check
    }
}

/// The check of the calendar file that is kept current.
extension Checkup {
    /// Why the calendar file of the settings cannot be updated.
    func calendarFile() -> [DoctorFinding] {
        guard let file = settings.calendarFile else { return [] }
        let path = Paths.absolute(file.path, context)
        let shown = paths.shown(path)
        func finding(_ problem: String, _ fix: String) -> [DoctorFinding] {
            let text = "the calendar file \(shown) cannot be updated: \(problem)"
            return [DoctorFinding(.warning, .calendarFile, text, fix: fix, place: DoctorFinding.Place(path: path))]
        }
        let choose = "choose another file for 'calendar-file': antrain settings edit"
        switch context.files.read(path) {
        case .failure(let problem) where !problem.isMissing: return finding(problem.reason, choose)
        case .failure: break
        case .success(let bytes) where bytes.isEmpty: break
        case .success(let bytes):
            do throws(ExportedCalendar.Failure) { _ = try ExportedCalendar(bytes) } catch {
                return finding(error.description, "remove the file, or \(choose)")
            }
        }
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        if let facts = context.files.facts(folder), !facts.isWritable {
            return finding("\(paths.shown(folder)) is not writable", "make it writable, or \(choose)")
        }
        return []
    }

    /// Why the calendar of days off, or an event in it, was not read.
    func daysOff() -> [DoctorFinding] {
        guard let zone else { return [] }
        let today = zone.civil(at: now).date
        let range = today..<today.adding(days: 7 + DayOff.longestPause)
        guard let problem = workspace.daysOff(range, settings, in: zone).problem else { return [] }
        let place = DoctorFinding.Place(path: problem.path, line: problem.line)
        return [DoctorFinding(.warning, .daysOff, problem.text, fix: problem.fix, place: place)]
    }

    /// Why the folder of recorded activities, or a file in it, was not read.
    func activityFiles() -> [DoctorFinding] {
        guard let folder = settings.evidence?.folder else { return [] }
        let path = Paths.absolute(folder, context)
        let choose = "choose another folder: antrain settings evidence FOLDER"
        func finding(_ text: String, _ fix: String, _ path: FilePath) -> DoctorFinding {
            DoctorFinding(.warning, .activityFiles, text, fix: fix, place: DoctorFinding.Place(path: path))
        }
        guard let facts = context.files.facts(path), facts.isFolder, facts.isReadable else {
            let text = "the folder of recorded activities cannot be read: \(paths.shown(path))"
            return [finding(text, "create it or make it readable, or \(choose)", path)]
        }
        guard case .usable(let ledger) = ledgerState, let files = try? ledger.activityFiles() else { return [] }
        return files.sorted { $0.key < $1.key }.compactMap { name, file in
            let own = path.appending(name)
            guard let problem = file.problem, context.files.stamp(own) == file.stamp else { return nil }
            let text = "\(paths.shown(own)) was not read: \(problem)"
            return finding(text.printable, "export the file again, or remove it from the folder", own)
        }
    }
}
