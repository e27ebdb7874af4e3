package import CivilTime
package import Files
internal import Foundation
internal import GRDB
internal import History
package import Ledger
package import MachineFiles
package import SystemPackage

/// Exchanges events with a person's other machines through a folder that another program synchronizes.
///
/// This machine writes only its own file, and reads those of the others. It may be killed at any instruction: the next run recovers from the
/// file what was not stored. Two processes of this machine take turns.
package struct Exchange {
    /// Who takes part, and when.
    package struct Setting {
        package let membership: Membership
        /// Identifies the place where the ledger is: a copy of the home has another one.
        package let host: String
        package let version: String
        package let now: Instant
        /// How often the machine reports that it is alive, at least.
        package let interval: TimeSpan

        package init(_ membership: Membership, host: String, version: String, now: Instant, interval: TimeSpan) {
            (self.membership, self.host, self.version) = (membership, host, version)
            (self.now, self.interval) = (now, interval)
        }
    }

    /// What prevented part of an exchange.
    package enum Problem: Sendable, Hashable {
        case folder(FileProblem)
        /// Nothing is in it, not even this machine's file.
        case empty(FilePath)
        /// This many files were not read.
        case omitted(Int)
        case reading(FilePath, MachineFile.ReadingProblem)
        case damaged(FilePath)
        /// The file has messages or events of a later version.
        case newer(FilePath)
        case writing(FilePath, MachineFile.WritingProblem)
        /// The events of a machine cannot be added.
        case held(machine: String, HeldEvent)
        /// The stored key is damaged.
        case key
    }

    package struct Result: Sendable, Hashable {
        /// The name of this machine's ledger.
        package fileprivate(set) var machine = ""
        package fileprivate(set) var merged = 0
        package fileprivate(set) var problems: [Problem] = []
        /// Whether this machine has a new name, because another one writes under the old one.
        package fileprivate(set) var isRenamed = false
    }

    /// After how many seconds without a run this machine was off.
    private static let nap: Int64 = 3600
    /// The size in bytes of statuses up to which the file only grows.
    private static let mostStatusBytes = 64 << 10

    private let ledger: Ledger
    private let setting: Setting
    private let key: SyncKey
    private let folder: FilePath
    private var state: ExchangeState
    private var result = Result()
    private var wrote = false

    private init(_ ledger: Ledger, _ setting: Setting, _ key: SyncKey) throws(LedgerError) {
        (self.ledger, self.setting, self.key) = (ledger, setting, key)
        folder = setting.membership.path
        try ledger.recognize(host: setting.host)
        state = try ledger.exchangeState()
    }

    /// Reads what other machines wrote, adds it to the ledger, and writes what they lack.
    package static func run(_ ledger: Ledger, _ setting: Setting) throws(LedgerError) -> Result {
        guard let key = setting.membership.key else {
            var result = Result()
            result.problems = [.key]
            return result
        }
        let lock: FileLock
        do { lock = try LiveFiles.lock(.exchange, in: LiveFiles.folder(of: ledger.path)) } catch {
            var result = Result()
            result.problems = [.folder(error)]
            return result
        }
        defer { withExtendedLifetime(lock) {} }
        var exchange = try Exchange(ledger, setting, key)
        try exchange.run()
        return exchange.result
    }

    private mutating func run() throws(LedgerError) {
        let former = state
        try identify()
        // After a change of the name, the file under the old name is another machine's; what was adopted may lack something.
        for _ in 0..<3 {
            let (machine, position) = (state.machine, state.position)
            guard let lacksFiles = try read() else { break }
            try publish(isWhole: lacksFiles)
            if wrote || (machine == state.machine && position == state.position) { break }
        }
        try noteDeliverer()
        try noteWakefulness()
        if state != former { try ledger.set(state) }
        try ledger.note(try sentElsewhere(), at: setting.now)
    }

    private mutating func noteDeliverer() throws(LedgerError) {
        let name = try ledger.deliverer()?.machine
        guard name != state.deliverer else { return }
        if let former = state.deliverer {
            state.relieved = ExchangeState.Relieved(machine: former, at: setting.now.secondsSinceEpoch)
        }
        state.deliverer = name
    }

    private mutating func noteWakefulness() throws(LedgerError) {
        let now = setting.now.secondsSinceEpoch
        if state.joinedAt == nil { state.joinedAt = now }
        let last = try ledger.lastRun()?.secondsSinceEpoch
        let isAwake = last.map { (0..<Exchange.nap).contains(now - $0) } ?? false
        if !isAwake || state.awakeSince.map({ $0 > now }) ?? true {
            (state.awakeSince, state.asleepSince) = (now, last ?? state.joinedAt)
        }
    }

    /// What the other machines sent, with the numbers of this ledger.
    private func sentElsewhere() throws(LedgerError) -> [SentElsewhere] {
        let sent = state.machines.values.flatMap { machine in
            machine.status.sent.map { (id: $0.key, machine: machine.status.label, at: $0.value) }
        }
        guard !sent.isEmpty else { return [] }
        let ids = try ledger.localNotifications(sent.map(\.id))
        return sent.compactMap { one in
            ids[one.id].map {
                SentElsewhere(id: $0, machine: one.machine, at: Instant(secondsSinceEpoch: one.at))
            }
        }.sorted { $0.at < $1.at }
    }

    // MARK: Identity

    /// Begins a new file if the ledger has a new name.
    private mutating func identify() throws(LedgerError) {
        let name = try ledger.machineName()
        if state.machine != name {
            (state.machine, state.position, state.generation) = (name, nil, 0)
            (state.published, state.status, state.statusBytes) = (0, nil, 0)
            (state.files, state.lacksRows) = ([:], true)
        }
        state.host = setting.host
        state.machines[name] = nil
        result.machine = name
    }

    private var ownPath: FilePath { folder.appending("\(state.machine ?? "").antrain") }

    // MARK: Reading

    /// What a file says.
    private struct Message {
        let file: String
        /// The machine that wrote the file.
        let machine: String
        let content: ExchangeMessage
    }

    /// - Returns: whether a file that was read before is no longer there; nil if the folder cannot be used.
    private mutating func read() throws(LedgerError) -> Bool? {
        let listing: SyncFolder.Listing
        do { listing = try SyncFolder.list(folder) } catch {
            result.problems.append(.folder(error))
            return nil
        }
        if listing.files.isEmpty, state.position != nil {
            // Its disk may not be mounted.
            result.problems.append(.empty(folder))
            return nil
        }
        if listing.omitted > 0 { result.problems.append(.omitted(listing.omitted)) }
        var messages: [Message] = []
        var read = state.files
        var isWhole = true
        for file in listing.files where file.path != ownPath {
            let name = file.path.lastComponent?.string ?? ""
            guard read[name]?.stamp != file.stamp else { continue }
            let contents: MachineFile.Contents
            do throws(MachineFile.ReadingProblem) { contents = try self.contents(of: file.path, read[name]) } catch {
                result.problems.append(.reading(file.path, error))
                if case .foreign = error {} else { isWhole = false }
                continue
            }
            var stamp = file.stamp
            if case .damaged = contents.end {
                result.problems.append(.damaged(file.path))
                // The problem lasts until the file changes.
                stamp = ""
                isWhole = false
            }
            guard let position = contents.position else { continue }
            messages += contents.messages.map {
                Message(file: name, machine: "\(position.opening.machine)", content: ExchangeMessage($0))
            }
            read[name] = ExchangeState.ReadFile(stamp: stamp, position: position.bytes)
        }
        let again = try merge(messages)
        if again.isEmpty, isWhole { state.lacksRows = nil }
        for (name, file) in read where !again.contains(name) { state.files[name] = file }
        let present = Set(listing.files.map { $0.path.lastComponent?.string ?? "" })
        let missing = state.files.keys.filter { !present.contains($0) }
        for name in missing { state.files[name] = nil }
        // The user deleted the file of a machine that is no longer used.
        let now = setting.now.secondsSinceEpoch
        state.machines = state.machines.filter { id, machine in
            now - machine.heardAt < ExchangeFault.longestSilence.seconds
                || MachineID(id).map { present.contains(MachineFile.name(of: $0)) } ?? false
        }
        return !missing.isEmpty
    }

    private func contents(of path: FilePath, _ known: ExchangeState.ReadFile?) throws(MachineFile.ReadingProblem)
        -> MachineFile.Contents
    {
        if let position = known?.position.flatMap(MachineFile.Position.init(bytes:)) {
            do throws(MachineFile.ReadingProblem) {
                return try MachineFile.read(path, with: key, from: position)
            } catch { guard case .otherContents = error else { throw error } }
        }
        return try MachineFile.read(path, with: key)
    }

    /// Adds the events of messages to the ledger, and notes the statuses.
    ///
    /// - Returns: the names of the files that must be read again.
    private mutating func merge(_ messages: [Message]) throws(LedgerError) -> Set<String> {
        guard !messages.isEmpty else { return [] }
        let known = state.lacksRows == true ? [] : try ledger.eventIDs()
        var events: [PortableEvent] = []
        var sources: [String: Set<String>] = [:]
        var again: Set<String> = []
        var unreadable: Set<String> = []
        for message in messages {
            switch message.content {
            case .status(let status): hear(status, of: message.machine)
            case .event(let id, let json):
                sources[id.machine, default: []].insert(message.file)
                guard !known.contains(id), !unreadable.contains(id.machine) else { continue }
                if let event = try? PortableEvent(encoded: Array(json)), event.id == id {
                    events.append(event)
                } else {
                    unreadable.insert(id.machine)
                }
            case .unknown: unreadable.insert(message.machine)
            }
        }
        for machine in unreadable.sorted() {
            let files = sources[machine] ?? Set(messages.filter { $0.machine == machine }.map(\.file))
            again.formUnion(files)
            result.problems += files.sorted().map { .newer(folder.appending($0)) }
        }
        guard !events.isEmpty else { return again }
        let merge = try ledger.merge(events, now: setting.now, restores: state.lacksRows == true)
        result.merged += merge.added
        for (machine, event) in merge.held.sorted(by: { $0.key < $1.key }) {
            result.problems.append(.held(machine: machine, event))
            again.formUnion(sources[machine] ?? [])
        }
        return again
    }

    private mutating func hear(_ status: MachineStatus, of machine: String) {
        // A file under a former name of this machine, or an older copy of a file.
        guard machine != state.machine, status.host != setting.host,
            state.machines[machine].map({ $0.status.number < status.number }) ?? true
        else { return }
        // A machine that restored a backup has a new name.
        state.machines = state.machines.filter { $0.value.status.host != status.host }
        state.machines[machine] = KnownMachine(status: status, heardAt: setting.now.secondsSinceEpoch)
    }

    // MARK: Writing

    /// Writes the events and the status that the file of this machine lacks.
    ///
    /// - Parameter isWhole: whether the file must contain the events of all machines, because another one's file is gone.
    private mutating func publish(isWhole: Bool) throws(LedgerError) {
        let last = try ledger.lastEvent()
        let status = try newStatus()
        guard isWhole || last > state.published || status != nil || state.position == nil else { return }
        guard let position = state.position.flatMap(MachineFile.Position.init(bytes:)), !isWhole,
            state.statusBytes <= Exchange.mostStatusBytes
        else { return try rewrite(through: last, status) }
        let events = last > state.published ? try ledger.ownEvents(after: state.published) : []
        let messages = try encoded(events, status)
        do throws(MachineFile.WritingProblem) {
            let end = try MachineFile.append(messages, to: ownPath, at: position, with: key)
            note(end, through: last, status, adds: true)
        } catch { try handle(error, through: last, status) }
    }

    private func encoded(_ events: [PortableEvent], _ status: MachineStatus?) throws(LedgerError) -> [[UInt8]] {
        do {
            return try events.map(ExchangeMessage.encoded) + [status].compactMap(\.self).map(ExchangeMessage.encoded)
        } catch { throw .file(path: ledger.path, reason: "an event cannot be encoded: \(error)") }
    }

    private mutating func note(
        _ position: MachineFile.Position,
        through last: Int64,
        _ status: MachineStatus?,
        adds: Bool
    ) {
        wrote = true
        let former = state.position.flatMap(MachineFile.Position.init(bytes:))?.offset ?? 0
        if !adds { state.statusBytes = 0 }
        if adds, last == state.published { state.statusBytes += position.offset - former }
        state.position = position.bytes
        state.generation = position.opening.generation
        state.published = last
        if let status { state.status = status }
    }

    /// Replaces the file of this machine by one with the events of all machines, so that a new machine needs no other file.
    private mutating func rewrite(through last: Int64, _ status: MachineStatus?) throws(LedgerError) {
        guard let machine = state.machine.flatMap(MachineID.init) else { return }
        let messages = try encoded(try ledger.portableEvents(), status ?? state.status)
        let opening = MachineFile.Opening(machine: machine, generation: state.generation + 1)
        do throws(MachineFile.WritingProblem) {
            let end = try MachineFile.rewrite(messages, to: ownPath, as: opening, with: key)
            note(end, through: last, status, adds: false)
        } catch { result.problems.append(.writing(ownPath, error)) }
    }

    /// Continues after a file that is not as this machine remembers it.
    private mutating func handle(
        _ problem: MachineFile.WritingProblem,
        through last: Int64,
        _ status: MachineStatus?
    ) throws(LedgerError) {
        switch problem {
        // A file without a valid first line is a damaged file of this machine.
        case .missing, .incomplete, .occupied(.unrecognized): try rewrite(through: last, status)
        case .continued(let contents):
            // A run of this machine wrote more, and was killed before it remembered that.
            try adopt(contents, after: state.published)
        case .replaced(let opening):
            guard "\(opening.machine)" == state.machine else { return try takeNewName(after: state.published) }
            let isOlder = opening.generation < state.generation
            state.generation = max(opening.generation, state.generation)
            guard !isOlder, let contents = try? MachineFile.read(ownPath, with: key), contents.position != nil else {
                return try rewrite(through: last, status)
            }
            try adopt(contents, after: 0)
        case .occupied, .file, .largeMessage, .tooLarge: result.problems.append(.writing(ownPath, problem))
        }
    }

    /// Takes contents of the file for what this machine wrote, unless another ledger wrote some of it.
    ///
    /// - Parameter published: the number of the last event before the contents.
    private mutating func adopt(_ contents: MachineFile.Contents, after published: Int64) throws(LedgerError) {
        let own = Dictionary(try ledger.ownEvents(after: 0).map { ($0.id, $0) }) { first, _ in first }
        var (published, status) = (published, state.status)
        for message in contents.messages {
            var isOwn = true
            switch ExchangeMessage(message) {
            case .status(let other):
                isOwn = other.host == setting.host
                if other.number > status?.number ?? 0 { status = other }
            case .event(let id, let json):
                if let event = own[id] {
                    isOwn = (try? event.encoded()).map { $0[...] == json } ?? false
                    if isOwn { published = max(published, id.number) }
                } else {
                    isOwn = id.machine != state.machine
                }
            case .unknown: isOwn = false
            }
            if !isOwn { return try takeNewName(after: published) }
        }
        guard let position = contents.position else { return }
        (state.position, state.generation) = (position.bytes, position.opening.generation)
        (state.published, state.status) = (published, status)
    }

    /// Takes another name, because another ledger writes under the present one: this one is a copy of it, or was replaced by an old copy.
    private mutating func takeNewName(after published: Int64) throws(LedgerError) {
        try ledger.renameMachine(after: published)
        result.isRenamed = true
        try identify()
    }

    /// The status to write; nil if the last one says the same and is recent.
    private func newStatus() throws(LedgerError) -> MachineStatus? {
        let now = setting.now
        let sent = try ledger.recentlySent(by: now)
        if let last = state.status, last.label == setting.membership.label, last.host == setting.host,
            last.sent == sent, last.version == setting.version
        {
            let age = now.secondsSinceEpoch - last.ranAt
            if age >= 0, age < setting.interval.seconds { return nil }
        }
        return MachineStatus(
            number: (state.status?.number ?? 0) + 1,
            label: setting.membership.label,
            host: setting.host,
            ranAt: now,
            sent: sent,
            heard: state.machines.mapValues(\.status.ranAt),
            version: setting.version
        )
    }
}
