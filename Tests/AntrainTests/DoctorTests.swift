import CivilTime
@testable import Doctor
@testable import Files
import Platform
import ImportedJobs
import SystemPackage
import Testing
@testable import Triggers

/// The pure part of `antrain doctor`: the findings that follow from what was read.
@Suite struct DoctorTests {
    private static let now = Instant(secondsSinceEpoch: 1_800_000_000)

    private func lines(_ text: String) -> [CrontabTrigger] { Crontab(Array(text.utf8)).triggers }

    private func check(_ severities: [(DoctorFinding.Severity, DoctorCode)]) -> DoctorCheck {
        DoctorCheck(name: .files, findings: severities.map { DoctorFinding($0, $1, "x") })
    }

    /// The first of the worst findings decides.
    @Test func theExitCodeIsThatOfTheWorstFinding() {
        #expect([DoctorCheck]().status == .success)
        #expect([check([(.note, .noTrigger), (.unchecked, .unchecked)])].status == .success)
        #expect([check([(.warning, .leftover)]), check([(.warning, .channelFailing)])].status == .inputOutput)
        #expect([check([(.warning, .leftover)]), check([(.error, .ledgerDamaged)])].status == .badData)
        #expect([check([(.error, .settingsErrors), (.error, .ledgerDamaged)])].status == .configuration)
    }

    @Test func theStateOfACheckIsItsWorstSeverity() {
        #expect(check([]).state == .ok)
        #expect(check([(.note, .noProgram), (.unchecked, .unchecked)]).state == .unchecked)
        #expect(check([(.warning, .leftover), (.unchecked, .unchecked)]).state == .warning)
        #expect(check([(.error, .diskLow), (.warning, .leftover)]).state == .error)
    }

    /// An error or a warning of any kind that is reported as one must not count as success.
    @Test func everyKindOfProblemHasAnExitCode() {
        let harmless: Set<DoctorCode> = [
            .answerRefused,
            .remindersOff, .zoneChanged, .ledgerOlder, .ledgerNotListed, .otherLedgers, .noProgram, .programUpdate,
            .sandboxWeak, .decisionUnused, .pluginUnused, .variableIgnored, .unchecked,
        ]
        for code in DoctorCode.allCases { #expect((code.status == .success) == harmless.contains(code), "\(code)") }
    }

    @Test func anyOfSeveralTriggersIsEnough() {
        var facts = TriggerFacts()
        func codes(isNeeded: Bool = true) -> [DoctorCode] {
            DoctorCheck.trigger(facts, isNeeded: isNeeded, grace: 4 * 3600).findings.map(\.code)
        }
        #expect(codes() == [.noTrigger])
        #expect(DoctorCheck.trigger(facts, isNeeded: false, grace: 0).state == .note)
        facts.crontabProblem = "crontab -l: you are not allowed to use this program"
        #expect(codes() == [.unchecked])
        // The daemon is enough, but whether the crontab has a line that cannot work remains unknown.
        facts.daemon = 7
        #expect(codes() == [.unchecked])
        facts.crontabProblem = nil
        #expect(codes().isEmpty)
        facts = TriggerFacts(lines: lines("0 6 * * * antrain deliver\n* * * * * /gone/antrain deliver\n"))
        #expect(codes().isEmpty)
        facts.brokenLines = [2]
        #expect(codes() == [.triggerProgramMissing, .triggerRare])
        facts.units = [.init(name: "antrain.service", isEnabled: true, isActive: false)]
        #expect(codes() == [.triggerProgramMissing, .serviceStopped, .triggerRare])
        facts.units = [.init(name: "antrain.service", isEnabled: true, isActive: true)]
        #expect(codes() == [.triggerProgramMissing])
    }

    /// The trigger's interval, ten minutes of imprecision, and five for a slow start.
    @Test(arguments: [
        ("* * * * *", 960, false), ("* * * * *", 961, true), ("0 * * * *", 4500, false), ("0 * * * *", 4501, true),
        ("@reboot", 1_000_000, nil), ("* * * * *", -500, false),
    ])
    func aTriggerHasStoppedAfterItsInterval(schedule: String, seconds: Int, hasStopped: Bool?) {
        let facts = TriggerFacts(lines: lines("\(schedule) antrain schedule-next"))
        let last = Self.now.adding(.seconds(-Int64(seconds)))
        let state = facts.state(last: last, since: [], now: Self.now)
        #expect(hasStopped == nil ? state == .absent : state.isBroken == hasStopped)
        let check = DoctorCheck.lastRun("M", state)
        #expect(check.findings.map(\.code) == (hasStopped == true ? [.triggerStopped] : []))
        var running = facts
        running.daemon = 1
        #expect(running.state(last: last, since: [], now: Self.now) == .works)
        // It was installed, or the computer started, after that run.
        let since = [Self.now.adding(.seconds(-300)), last]
        #expect(facts.state(last: last, since: since, now: Self.now).isBroken == (hasStopped == nil))
    }

    /// A trigger that never ran antrain gets its interval and five minutes.
    @Test(arguments: [
        ("* * * * *", 360, false), ("* * * * *", 361, true), ("0 * * * *", 3900, false), ("0 * * * *", 3901, true),
    ])
    func aTriggerThatNeverRanHasStoppedAfterItsInterval(schedule: String, seconds: Int, hasStopped: Bool) {
        let facts = TriggerFacts(lines: lines("\(schedule) antrain schedule-next"))
        let installed = Self.now.adding(.seconds(-Int64(seconds)))
        let since = [installed.adding(.days(-9)), installed]
        let state = facts.state(last: nil, since: since, now: Self.now)
        #expect(state.isBroken == hasStopped)
        let check = DoctorCheck.lastRun(nil, state)
        #expect(check.findings.map(\.code) == [.neverRun] && check.state == (hasStopped ? .error : .note))
    }

    @Test func theRemedyIsWhatWorksHere() {
        var facts = TriggerFacts()
        #expect(facts.remedy == .daemon)
        facts.hasServices = true
        #expect(facts.remedy == .systemd)
        facts.hasCron = true
        #expect(facts.remedy == .cron)
        facts.units = [.init(name: "antrain.service", isEnabled: true, isActive: false)]
        #expect(facts.remedy == .systemd)
    }

    /// Lines in /etc/crontab and /etc/cron.d count only for their user, and only if their program exists.
    @Test func linesOfTheSystemCountForTheirUser() {
        var context = Context.live()
        context.environment = ["LOGNAME": "me", "HOME": "/home/me"]
        context.system = { _ in nil }
        context.files.list = { $0 == "/etc/cron.d" ? ["antrain", "antrain.dpkg-old", "other"] : [] }
        context.files.facts = { path in
            path != "/bin/antrain"
                ? nil
                : FileFacts(mode: 0o755, owner: 0, isFolder: false, isReadable: true, isWritable: false)
        }
        context.files.read = { path in
            switch path {
            case "/etc/crontab": .success(Array("SHELL=/bin/sh\n\n17 *\t* * *\tme\tantrain deliver\n".utf8))
            case "/etc/cron.d/antrain":
                .success(Array("* * * * * you antrain deliver\n*/5 * * * * me /bin/antrain deliver\n".utf8))
            case "/etc/cron.d/other": .success(Array("@daily me /gone/antrain deliver\n".utf8))
            default: .failure(FileProblem(path: path, reason: "", isMissing: true))
            }
        }
        let facts = TriggerSearch(context, lock: nil).facts()
        #expect(facts.working.map(\.words) == ["line 3 of /etc/crontab", "line 2 of /etc/cron.d/antrain"])
        #expect(facts.best?.longestGap == 300)
        context.environment["LOGNAME"] = "you"
        #expect(TriggerSearch(context, lock: nil).facts().working.map(\.words) == ["line 1 of /etc/cron.d/antrain"])
    }

    @Test func anUnknownOrAbsentTriggerHasNoLastRun() {
        var facts = TriggerFacts()
        #expect(facts.state(last: nil, since: [], now: Self.now) == .absent)
        #expect(DoctorCheck.lastRun(nil, .absent).state == .ok)
        facts.unitProblem = "systemctl --user: it failed with exit code 4"
        #expect(facts.state(last: Self.now, since: [], now: Self.now) == .unknown)
    }

    @Test(arguments: [
        (FileSubject.Purpose.privateFile, 0o600 as UInt32, nil as UInt32?), (.privateFile, 0o640, 0o600),
        (.privateFile, 0o666, 0o600), (.privateFolder, 0o700, nil), (.privateFolder, 0o755, 0o700),
        (.file, 0o644, nil), (.file, 0o664, 0o644), (.folder, 0o755, nil), (.folder, 0o777, 0o755),
    ])
    func filesThatOthersCanAccessAreRestricted(purpose: FileSubject.Purpose, mode: UInt32, fixed: UInt32?) {
        let facts = FileFacts(
            mode: mode,
            owner: 7,
            isFolder: purpose.isFolder,
            irregularKind: purpose.isFolder ? "a folder" : nil,
            isReadable: true,
            isWritable: true
        )
        let own = FileSubject(path: "/x", shown: "/x", purpose: purpose, facts: facts).findings(user: 7, name: "me")
        #expect(own.map(\.repair) == (fixed.map { [.setMode(path: "/x", mode: $0)] } ?? []))
        // Another user's file cannot be changed.
        let other = FileSubject(path: "/x", shown: "/x", purpose: purpose, facts: facts).findings(user: 8, name: "me")
        #expect(other.first?.code == .foreignOwner && other.allSatisfy { $0.repair == nil })
    }

    @Test(arguments: [
        (0o400 as UInt32, true, false, .setMode(path: "/x", mode: 0o600) as DoctorRepair?),
        (0o200, false, true, .setMode(path: "/x", mode: 0o600)),
        // The file system is read-only.
        (0o600, true, false, nil),
    ])
    func filesWithoutAccessAreErrors(mode: UInt32, isReadable: Bool, isWritable: Bool, repair: DoctorRepair?) {
        let facts = FileFacts(
            mode: mode,
            owner: 7,
            isFolder: false,
            irregularKind: nil,
            isReadable: isReadable,
            isWritable: isWritable
        )
        let found = FileSubject(path: "/x", shown: "/x", purpose: .privateFile, facts: facts).findings(
            user: 7,
            name: nil
        )
        #expect(found.map(\.code) == [.noAccess] && found.first?.severity == .error && found.first?.repair == repair)
        #expect(found.first?.fix?.contains(repair == nil ? "--data-dir" : "chmod 600 /x") == true)
    }

    @Test(arguments: [
        (60_000_000 as Int64, nil as DoctorFinding.Severity?), (50_000_000, nil), (49_999_999, .warning),
        (999_999, .error), (0, .error),
    ])
    func littleSpaceIsReported(free: Int64, severity: DoctorFinding.Severity?) {
        let check = DoctorCheck.disk(free: free, place: "/x", shown: "/x")
        #expect(check.findings.first?.severity == severity)
    }

    @Test(arguments: [
        ("2025b", 2025, false), ("2024a", 2026, false), ("2023c", 2026, true), ("unknown", 2026, false),
    ])
    func rulesOfThreeYearsAgoAreOld(version: String, year: Int, isOld: Bool) {
        #expect((DoctorFinding.tzdata(version, year: year) != nil) == isOld)
    }

    @Test func errorsAreSplitIntoProblemAndFix() {
        let first = DoctorFinding(.error, .zoneUnknown, splitting: "unknown zone 'x'; did you mean y?; or z")
        #expect(first.text == "unknown zone 'x'" && first.fix == "did you mean y?; or z")
        let second = DoctorFinding(.error, .ledgerDamaged, splitting: "damaged (a; b); nothing was changed; repair it")
        #expect(second.text == "damaged (a; b)" && second.fix == "repair it")
        let third = DoctorFinding(.error, .unchecked, splitting: "no\nfix")
        #expect(third.text == "no fix" && third.fix == nil)
    }
}
