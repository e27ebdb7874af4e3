package import CivilTime
import Delivery
import Files
import History
import Ledger
package import Machines
import MachineFiles
package import Platform
import PrintableText
import Quoting
import Reminders
import SystemPackage
import YAMLSource

/// What an exchange with the person's other machines did.
package struct ExchangeOutcome {
    /// How many changes came from other machines; nil if the exchange was an earlier one.
    package let received: Int?
    /// Whether the settings file was changed.
    private let changesSettings: Bool
    /// What prevented part of the exchange.
    package let problems: [String]

    package init(received: Int?, changesSettings: Bool = false, problems: [String]) {
        (self.received, self.changesSettings, self.problems) = (received, changesSettings, problems)
    }

    /// Whether the plan must be made anew.
    package var changesPlan: Bool { received ?? 0 > 0 || changesSettings }
}

/// The exchange of changes with the person's other machines.
extension Workspace {
    /// How often the machine reports that it is alive, at least.
    private static let reportInterval = TimeSpan.minutes(30)
    /// How often a run looks for changes of other machines, at least.
    private static let pause = TimeSpan.minutes(5)

    /// How this machine takes part in the exchange; nil if it does not.
    package func membership() throws(CommandError) -> Membership? {
        guard hasLedger else { return nil }
        return try withLedger { (ledger) throws(LedgerError) in try ledger.membership() }
    }

    /// Begins, changes or ends the exchange.
    package func set(_ membership: Membership?) throws(CommandError) {
        let ledger = try createLedger()
        do throws(LedgerError) { try ledger.set(membership) } catch { throw .ledger(error) }
        takesPart = membership != nil
    }

    /// Identifies the place of the ledger, so that a copy of the home is not taken for the original.
    private var host: String {
        let names: [FilePath] = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
        let machine = names.lazy.compactMap { try? self.context.files.read($0).get() }.first ?? []
        let place = machine + [0] + Array(SymbolicLink.target(of: paths.ledger).string.utf8)
        return String(ContentDigest.sha256(of: place[...]).prefix(16))
    }

    /// Gives the ledger in a copied home another name, before anything is recorded in it.
    func recognize(_ ledger: Ledger) throws(CommandError) {
        guard takesPart == nil, !isReadOnly else { return }
        do throws(LedgerError) {
            let isMember = try ledger.membership() != nil
            if isMember { try ledger.recognize(host: host) }
            takesPart = isMember
        } catch { throw .ledger(error) }
    }

    /// Exchanges changes with the person's other machines, if this one takes part; the plan is not made anew.
    ///
    /// - Parameter isAsked: whether the user asked for it: known problems are then reported again.
    /// - Returns: nil if the machine does not take part.
    @discardableResult
    package func exchange(isAsked: Bool = false) throws(CommandError) -> ExchangeOutcome? {
        guard isAsked || takesPart != false, !isReadOnly, !isCopied else { return nil }
        guard let membership = try membership() else { return nil }
        let setting = Exchange.Setting(
            membership,
            host: host,
            version: Installation.version,
            now: try now(),
            interval: Self.reportInterval
        )
        let (result, machines) = try withLedger { (ledger) throws(LedgerError) in
            (try Exchange.run(ledger, setting), try ledger.machines())
        }
        let words = ExchangeWords(paths: paths, folder: membership.path) { machine in
            machines[machine].map { "\(quoted($0.status.label))" } ?? "'\(machine.printable(upTo: 40))'"
        }
        var problems: [String] = []
        let settings = try takeOverSettings()
        let names = machines.values.filter { $0.status.label == membership.label }.map { _ in
            "another machine has the name \(quoted(membership.label)), too; give this one another name: antrain sync folder \(ShellText.path(paths.shown(membership.path))) --name NAME"
        }
        for problem in result.problems.map(words.text) + settings.problems + names where !problems.contains(problem) {
            problems.append(problem)
        }
        // A problem that cron has reported is left out.
        let told = isAsked ? [] : try self.problems(of: .sync)
        if isAsked || recordsProblems { _ = newProblems(problems, of: .sync) }
        for problem in problems where !told.contains(problem) { warn(problem) }
        return ExchangeOutcome(received: result.merged, changesSettings: settings.haveChanged, problems: problems)
    }

    /// What of the settings has to be exchanged with other machines; nil if this machine takes part in no exchange.
    func settingsExchange(_ file: [UInt8]) throws(CommandError) -> SettingsExchange? {
        try withLedger { (ledger) throws(LedgerError) in try ledger.exchange(of: SharedSettings(in: file)) }
    }

    /// Writes into the settings file what other machines changed.
    ///
    /// A file that cannot be read as it is stays as it is, until it was corrected.
    private func takeOverSettings() throws(CommandError) -> (haveChanged: Bool, problems: [String]) {
        let remembered = try rememberedSettings()
        var file: [UInt8] = []
        switch context.files.readAtRest(paths.settings, remembered.text?.count ?? 0) {
        case .success(let bytes): file = bytes
        case .failure(let problem): guard problem.isMissing else { return (false, []) }
        }
        let isLost = remembered.text != nil && SettingsReader.isBlank(file)
        let source = SourceText(path: paths.shown(paths.settings), bytes: file)
        guard !isLost, SettingsReader.read(source).settings != nil,
            let received = try settingsExchange(file)?.received, !received.isEmpty
        else { return (false, []) }
        do throws(CommandError) {
            try takeOver(received)
            return (true, [])
        } catch {}
        // One of them is wrong on this machine.
        var problems: [String] = []
        for change in received {
            do throws(CommandError) { try takeOver([change]) } catch {
                problems.append(
                    "the value of the setting '\(change.key.rawValue)' from other machines is not valid on this machine (\(error.message.replacing("; ", with: ", "))); set it again: antrain settings \(change.key.rawValue) VALUE"
                )
            }
        }
        return (problems.count < received.count, problems)
    }

    private func takeOver(_ changes: [SettingsChange]) throws(CommandError) {
        _ = try changeSettings(isOwn: false) { (_) throws(CommandError) in changes }
    }

    /// Exchanges when the command has done its work, so that what it recorded reaches other machines at once.
    func exchangeAtEnd() {
        guard takesPart == true, !isCopied else { return }
        context.closing.task = { [self] in
            do throws(CommandError) {
                if try exchange()?.changesPlan ?? false { _ = try Store(self).commit() }
            } catch {
                warn(
                    "the change was recorded, but not exchanged with other machines: \(error.message); the next run tries again"
                )
            }
        }
    }

    /// When to look for changes of other machines; nil if the machine does not take part.
    package func nextExchange() throws(CommandError) -> Instant? {
        if takesPart == false { return nil }
        return try membership() == nil ? nil : try now().adding(Self.pause)
    }

    /// The problems of the last exchange.
    package func syncProblems() throws(CommandError) -> [String] { try problems(of: .sync) }
}

/// Words the problems of an exchange.
private struct ExchangeWords {
    let paths: Paths
    let folder: FilePath
    /// What people call a machine.
    let machine: (String) -> String

    func text(_ problem: Exchange.Problem) -> String {
        let again = "antrain sync folder \(ShellText.path(paths.shown(folder)))"
        return switch problem {
        case .folder(let problem):
            "\(text(problem)); mount its disk, or choose another folder: antrain sync folder PATH; until then, nothing is exchanged with other machines"
        case .empty(let folder):
            "the folder \(name(folder)) is empty: the file of this machine is missing, too; mount its disk, or write the file again: \(again)"
        case .omitted(let count):
            "\(name(folder)) has \(SyncFolder.mostFiles + count) machine files, and \(count) of them are not read; delete copies that other programs made"
        case .reading(let path, let problem): text(problem, of: path)
        case .damaged(let path):
            "\(name(path)) is damaged, and only the part before the damage was read; delete the file, and its machine writes it again"
        case .newer(let path): "\(name(path)) has changes from a newer antrain; update antrain on this machine"
        case .writing(let path, let problem): text(problem, of: path)
        case .held(let machine, let event):
            switch event.reason {
            case .waits(let other):
                "changes of the machine \(self.machine(machine)) wait for those of the machine \(self.machine(other)), which have not arrived in \(name(folder)); if this lasts, check that the program that copies the folder copies all files"
            case .invalid(let value):
                "a change of the machine \(self.machine(machine)) cannot be added (\(value.printable(upTo: 200))); update antrain on this machine"
            }
        case .key: "the stored key is damaged; join again: \(again)"
        }
    }

    private func name(_ path: FilePath) -> String { paths.shown(path).printable(upTo: 400) }

    private func text(_ problem: FileProblem) -> String {
        "\(name(problem.path)): " + [problem.reason, problem.remedy].compactMap(\.self).joined(separator: "; ")
    }

    private func text(_ problem: MachineFile.ReadingProblem, of path: FilePath) -> String {
        switch problem {
        case .file(let problem): text(problem)
        case .tooLarge:
            "\(name(path)) is larger than \(MachineFile.largestFile >> 20) MB, so it is not read; delete it, and its machine writes a smaller one"
        case .foreign(let id):
            "\(name(path)) has another key (ID \(id)) and is ignored; move files of another person to another folder; on a machine of yours, run 'antrain sync leave' and join again"
        case .newer: "\(name(path)) was written by a newer antrain; update antrain on this machine"
        case .unrecognized: "\(name(path)) is not an antrain file and is ignored; move it to another folder"
        case .otherContents: "\(name(path)) changed while it was read; the next run reads it again"
        }
    }

    private func text(_ problem: MachineFile.WritingProblem, of path: FilePath) -> String {
        switch problem {
        case .file(let problem):
            text(problem)
                + (problem.remedy == nil ? "; other machines get no changes until antrain can write the file" : "")
        case .occupied:
            "\(name(path)) has the name of this machine's file, but is another file; move it to another folder"
        case .largeMessage:
            "a change is larger than \(MachineFile.largestMessage >> 20) MB, so other machines do not get it; undo it, and import a large log in parts"
        case .tooLarge:
            "\(name(path)) would be larger than \(MachineFile.largestFile >> 20) MB, so other machines get no changes"
        case .missing, .incomplete, .continued, .replaced:
            "\(name(path)) changed while it was written; the next run writes it again"
        }
    }
}
