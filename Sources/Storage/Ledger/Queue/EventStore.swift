internal import CivilTime
internal import GRDB
internal import Localization
internal import Planning
internal import Reminders

/// Records events.
struct EventStore {
    private let database: Database
    private let facts: FactStore
    private let activations: ActivationStore

    init(_ database: Database) {
        self.database = database
        facts = FactStore(database)
        activations = ActivationStore(database)
    }

    /// Records events; all events of one action share a batch number, so that they can be undone together.
    ///
    /// - Returns: the number.
    func record(_ events: [LedgerEvent], continuing batch: Int64?, at now: Instant) throws -> Int64 {
        let journal = try JournalStore(database, at: now, continuing: batch)
        for event in events { try record(event, in: journal, at: now) }
        try EventLog(database).note(at: now)
        if events.contains(where: \.isUndoOrRedo), try EventLog(database).hasOtherMachines() {
            try RowRanking(database).update()
        }
        return journal.batch
    }

    private func record(_ event: LedgerEvent, in journal: JournalStore, at now: Instant) throws {
        switch event {
        case .activated(let activation):
            try activations.end(activation.programID, in: journal)
            try activations.begin(activation, in: journal)
            let edition = try EditionStore(database: database).current(activation.programID)
            try journal.add(.activated, activation.programID, date: activation.start, edition: edition)
            try activations.prioritize(activation, in: journal)
        case .deactivated(let programID):
            try activations.end(programID, in: journal)
            try journal.add(.deactivated, programID)
        case .programRead(let programID, let source):
            try EditionStore(database: database).replaceCurrent(programID, with: source, at: now)
        case .settingsRead(let bytes): try facts.set(.settings, bytes)
        case .settingsShared(_, let text):
            try journal.add(event)
            try facts.set(.sharedSettings, Array(text.utf8))
        case .settingsReverted(let isEnabled, let isMissing):
            if isMissing { try facts.remove(.settings) }
            guard let isEnabled else { return try facts.remove(.reminders) }
            try record(.remindersSwitched(on: isEnabled), in: journal, at: now)
        case .remindersSwitched(let isOn): try facts.set(.reminders, Array((isOn ? "on" : "off").utf8))
        case .decided(let channel, let decision):
            try PermissionStore(database).set(decision, of: channel, at: now)
            try journal.add(.decided, channel, value: decision?.state.rawValue)
        case .activityFilesRead(let files): try facts.note(activityFiles: files)
        case .languageSeen(let language): try facts.set(.language, Array(language.rawValue.utf8))
        case .territorySeen(let territory): try facts.set(.territory, Array(territory.code.utf8))
        case .toldOfShortage(let channels): try facts.set(.shortage, Array(channels.joined(separator: ",").utf8))
        case .askedForReminders: try facts.set(.asked, [1])
        case .reminderSeen(let notification): try QueueStore(database, now: now).note(notification)
        case .reminderAdded(let reminder):
            let source = OccurrenceSource.reminder(try ReminderStore(database).add(reminder, in: journal))
            try journal.add(.reminderAdded, source.subject)
        case .reminderImported(let reminder, let uid):
            let source = OccurrenceSource.reminder(try ReminderStore(database).add(reminder, in: journal))
            try journal.add(.reminderImported, source.subject, value: uid)
        case .presetAdded(let name, let reminders):
            let numbers = try reminders.map { try ReminderStore(database).add($0, in: journal) }
            try journal.add(.preset, name, value: numbers.map(String.init).joined(separator: ","))
        case .reminderEdited(let reminder):
            try ReminderStore(database).replace(reminder, in: journal)
            try journal.add(.reminderEdited, reminder.source.subject)
        case .reminderDeleted(let number):
            try ReminderStore(database).delete(number, in: journal)
            try journal.add(.deleted, OccurrenceSource.reminder(number).subject)
        case .reminderWithdrawn(let number): try ReminderStore(database).withdraw(number, in: journal)
        default: try journal.add(event)
        }
    }
}
