import CivilTime
import Delivery
import Files
package import Ledger
package import Localization
package import Platform
package import Reminders
import SystemPackage
package import YAMLSource

/// What a change of the settings file found and added.
package struct SettingsOutcome {
    package let wasEnabled: Bool
    /// The channel that was chosen for a new home; nil if the home is not new, or the changes name the channels.
    package let chosen: ChannelChoice?
}

extension Workspace {
    /// Writes changes into the settings file, under a lock.
    ///
    /// If the file is missing or empty, it is written again from the last good settings, with the changes. If there are none
    /// either, the channel is chosen, too.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - continues: whether they belong to the action that the command recorded first.
    package func changeSettings(_ changes: [SettingsChange], continues: Bool = false) throws(CommandError)
        -> SettingsOutcome
    {
        try changeSettings(choosesChannel: !changes.contains { $0.key == .channels }, continues: continues) { _ in
            changes
        }
    }

    /// Writes changes that depend on the settings in the file.
    ///
    /// - Parameters:
    ///   - choosesChannel: whether to choose the channel of a new home.
    ///   - continues: whether they belong to the action that the command recorded first.
    ///   - isOwn: whether this machine makes them, so that they can be undone.
    ///   - changes: the changes of the settings, which are read under the lock.
    package func changeSettings(
        choosesChannel: Bool = true,
        continues: Bool = false,
        isOwn: Bool = true,
        _ changes: (Settings) throws(CommandError) -> [SettingsChange]
    ) throws(CommandError) -> SettingsOutcome {
        try context.checkRestored()
        let path = paths.settings
        let remembered = try rememberedSettings()
        // A plugin may take seconds to answer, so it is asked before the lock is taken.
        let choice =
            remembered.text == nil && !context.files.exists(path) && choosesChannel ? try channelChoice(.defaults) : nil
        // The command creates the ledger in this folder next.
        do { try LiveFiles.makeFolder(paths.data) } catch { throw .file(error) }
        return try context.files.locked(.files, in: paths.data) { () throws(CommandError) in
            let outcome = try changeLockedSettings(changes, remembered, choice, isOwn: isOwn)
            if isOwn { recordRevision(continues: continues) }
            return outcome
        }
    }

    private func changeLockedSettings(
        _ changes: (Settings) throws(CommandError) -> [SettingsChange],
        _ remembered: RememberedSettings,
        _ choice: ChannelChoice?,
        isOwn: Bool
    ) throws(CommandError) -> SettingsOutcome {
        let path = paths.settings
        let bytes: [UInt8]
        var isMissing = false
        switch context.files.readAtRest(path, remembered.text?.count ?? 0) {
        case .success(let read): bytes = read
        case .failure(let problem) where problem.isMissing: (bytes, isMissing) = ([], true)
        case .failure(let problem): throw .file(problem)
        }
        let start = try editable(bytes, remembered)
        let source = SourceText(path: paths.shown(path), bytes: start)
        let reading = SettingsReader.read(source)
        let renderer = reading.renderer(of: source, colored: context.output.talkIsColored)
        guard var before = reading.settings else {
            throw .uneditableSettings(
                report: renderer.render(reading.diagnostics) + "\n\nfix these errors first; nothing was changed",
                BadFile(path: path, source: source, diagnostics: reading.diagnostics)
            )
        }
        // Another command may have written the file in the meantime.
        let chosen = isMissing ? choice : nil
        let wasEnabled = reading.spans[.enabled] == nil ? isEnabled(remembered) : before.isEnabled
        if let chosen { before.channels = [chosen.rawValue] }
        let changes = try changes(before)
        let isChosen = changes.contains { $0.key == .channels }
        var all = changes + (isChosen ? [] : chosen.map { [.channels([$0.rawValue])] } ?? [])
        var edited = try self.edited(source, all, before).source
        if SettingsReader.isBlank(edited.bytes) {
            // If the file had no settings, the last good ones would stay in force, including the removed one.
            all.append(.enabled(wasEnabled))
            edited = try self.edited(source, all, before).source
        }
        do { try context.files.replace(path, edited.bytes) } catch { throw .file(error) }
        writtenSettings = edited
        let outcome = SettingsOutcome(wasEnabled: wasEnabled, chosen: chosen)
        guard isOwn else { return outcome }
        let keys = changes.filter { $0 != .enabled(wasEnabled) }.map(\.key.rawValue)
        try noteSettings(
            keys,
            from: isMissing && start.isEmpty ? nil : start,
            to: edited.bytes,
            isPublic: changes.contains(where: \.isPublic)
        )
        return outcome
    }

    /// A settings file after changes, and its settings.
    ///
    /// A time that follows the workouts starts at the present time, if that is in its range.
    ///
    /// - Parameters:
    ///   - source: the file before.
    ///   - before: the settings before.
    ///   - isRemembered: whether the text comes from the ledger, without secrets.
    package func edited(
        _ source: SourceText,
        _ changes: [SettingsChange],
        _ before: Settings,
        isRemembered: Bool = false
    ) throws(CommandError) -> (source: SourceText, settings: Settings) {
        let completed = try changes.map { (change) throws(CommandError) -> SettingsChange in
            guard case .autoTime(let auto) = change.value else { return change }
            return .autoTime(auto.starting(at: try presentTime(before)))
        }
        let edited: SourceText
        do { edited = try SettingsEditor.apply(completed, to: source) } catch {
            throw .uneditableSettings(
                report:
                    "\(source.path) cannot be edited in place: \(error); edit the file: antrain settings edit; nothing was changed",
                nil
            )
        }
        let reading = SettingsReader.read(edited, isRemembered: isRemembered)
        guard let settings = reading.settings else { throw refusal(of: changes, reading) }
        return (edited, settings)
    }

    /// Why settings cannot be read after changes.
    private func refusal(of changes: [SettingsChange], _ reading: SettingsReading) -> CommandError {
        guard let error = reading.diagnostics.sorted.first(where: { $0.severity == .error }) else {
            return .misused("the settings cannot be changed like this; edit them: antrain settings edit")
        }
        let change =
            changes.first { change in
                reading.spans[change.key].map { ($0.start...$0.end).contains(error.span.start) } ?? false
            } ?? changes.last
        guard let change else { return .misused(error.message) }
        // Any value of a channel may be a secret.
        let value = change.key == .configure || change.key == .heartbeat ? "…" : change.text ?? ""
        let expected = [error.expected.map { "expected \($0)" }, error.help].compactMap(\.self)
        let isStated = error.message.hasPrefix("invalid ") && !expected.isEmpty
        return .badOption(
            name: change.name,
            value: value,
            reason: ((isStated ? [] : [error.message]) + expected).joined(separator: "; ")
        )
    }

    private func presentTime(_ settings: Settings) throws(CommandError) -> TimeOfDay {
        guard let auto = settings.autoTime, hasLedger else { return settings.time }
        let today = try zone(settings.timezone).civil(at: now()).date
        return try withLedger { (ledger) throws(LedgerError) in auto.time(on: today, try ledger.timeMoves().moves) }
    }

    /// The last good settings in the ledger; nothing without a ledger.
    package func rememberedSettings() throws(CommandError) -> RememberedSettings {
        guard hasLedger else { return RememberedSettings() }
        return try withLedger { (ledger) throws(LedgerError) in try ledger.rememberedSettings() }
    }

    /// The text to edit: the file's, or the last good one if the file lost its contents.
    private func editable(_ bytes: [UInt8], _ remembered: RememberedSettings) throws(CommandError) -> [UInt8] {
        // A file with comments was written by a person, so a power cut or an editor did not empty it.
        guard !bytes.contains(UInt8(ascii: "#")), SettingsReader.isBlank(bytes), lastSettings(remembered) != nil,
            let last = remembered.text
        else { return bytes }
        guard !SettingsRedaction.isRedacted(last) else {
            throw .uneditableSettings(
                report:
                    "\(paths.shown(paths.settings)) is missing or empty, and the last good settings contain secrets, which antrain does not store; restore the file from a backup, or write a new one by hand; nothing was changed",
                nil
            )
        }
        return last
    }
}

/// Whether an action is undone or redone.
package enum UndoDirection {
    case undo, redo
}

/// Changes of the settings file that `undo` can undo.
extension Workspace {
    /// The changed keys and the change, for the next commit to record.
    struct UnrecordedRevision {
        let keys: [String]
        let revision: SettingsRevision
    }

    private static func text(_ bytes: [UInt8]?) -> SettingsRevision.Text {
        bytes.map { .digest(ContentDigest.sha256(of: $0[...])) } ?? .missing
    }

    /// Notes a change of the settings file, which is recorded next.
    ///
    /// If the process is killed in between, the change is in force, and `undo` does not know it, as if it had been made by hand.
    ///
    /// - Parameters:
    ///   - before: the text before the change; nil if there was none.
    ///   - isPublic: whether it is known that no changed value is a secret.
    package func noteSettings(_ keys: [String], from before: [UInt8]?, to after: [UInt8], isPublic: Bool = false)
        throws(CommandError)
    {
        guard before != after else { return }
        let old = before ?? []
        let patch = try SettingsRevision.Patch(
            from: old,
            to: after,
            secrets: isPublic ? ([], []) : (secretRanges(old), secretRanges(after))
        )
        unrecorded = UnrecordedRevision(
            keys: keys,
            revision: SettingsRevision(
                before: Self.text(before),
                after: Self.text(after),
                wasEnabled: try rememberedSettings().isEnabled,
                patch: patch
            )
        )
        if !patch.canBeUndone {
            warn(
                "'antrain undo' cannot undo this change: the former value may be a secret, which antrain does not store"
            )
        }
    }

    /// The parts of settings that are secrets according to the known plugins; any value of another plugin may be one.
    private func secretRanges(_ text: [UInt8]) throws(CommandError) -> [Range<Int>] {
        guard !SettingsReader.isBlank(text) else { return [] }
        guard let settings = SettingsReader.read(SourceText(path: "", bytes: text)).settings,
            let zone = try? zone(settings.timezone)
        else { return [0..<text.count] }
        let delivery = try DeliveryService(workspace: self, settings: settings, zone: zone, now: try now())
        let metadata = PluginMetadataCache(delivery)
        return settings.configurations.flatMap { configuration in
            let known = metadata.knownDescription(of: delivery.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            return configuration.values.filter { spans?.contains($0.span) ?? true }.map { value in
                value.span.start..<max(value.span.start + 1, value.span.end)
            }
        }
    }

    /// Records a change of the settings file while its lock is held, so that changes are recorded in the order in which they were made.
    ///
    /// If that fails, the next commit records it, and reports the problem.
    ///
    /// - Parameter continues: whether it belongs to the action that the command recorded first.
    package func recordRevision(continues: Bool = false) {
        guard let change = unrecorded, let ledger = try? createLedger(), let now = try? now(),
            let number = try? ledger.record(
                [.settingsChanged(keys: change.keys, change.revision)],
                continuing: continues ? action : nil,
                at: now
            )
        else { return }
        unrecorded = nil
        recordedRevision = number
        if action == nil { action = number }
    }

    /// What the next commit records about the settings file: the event of a change that is not recorded yet, and the action of
    /// a recorded one.
    func takeRevision() -> (event: LedgerEvent?, action: Int64?) {
        defer { (unrecorded, recordedRevision) = (nil, nil) }
        return (unrecorded.map { .settingsChanged(keys: $0.keys, $0.revision) }, recordedRevision)
    }

    /// What restoring the settings file gave.
    package struct RestoredSettings {
        /// The text of the file; nil if there is none.
        package let text: [UInt8]?
        /// Whether it is exactly the former text; otherwise, later changes are kept.
        package let isFormer: Bool
    }

    /// - Parameters:
    ///   - revisions: the changes, in the order in which they were made.
    ///   - direction: whether they are undone or redone.
    /// - Throws: if the file no longer has what the commands wrote; then nothing was changed.
    package func restoreSettings(_ revisions: [SettingsRevision], _ direction: UndoDirection) throws(CommandError)
        -> RestoredSettings
    {
        try context.checkRestored()
        return try context.files.locked(.files, in: paths.data) { () throws(CommandError) in
            let bytes = try context.files.contents(paths.settings)
            let restored = try restored(bytes, revisions, direction)
            guard restored.text != bytes else { return restored }
            do throws(FileProblem) {
                if let text = restored.text {
                    try context.files.replace(paths.settings, text)
                } else {
                    try context.files.remove(paths.settings)
                }
            } catch { throw .file(error) }
            return restored
        }
    }

    /// Checks that changes of the settings file can be undone or redone now.
    ///
    /// - Parameters:
    ///   - revisions: the changes, in the order in which they were made.
    ///   - next: the command that skips them, for the message.
    package func checkRestorable(_ revisions: [SettingsRevision], _ direction: UndoDirection, next: String?)
        throws(CommandError)
    {
        _ = try restored(try context.files.contents(paths.settings), revisions, direction, next: next)
    }

    private func restored(
        _ bytes: [UInt8]?,
        _ revisions: [SettingsRevision],
        _ direction: UndoDirection,
        next: String? = nil
    ) throws(CommandError) -> RestoredSettings {
        let shown = paths.shown(paths.settings)
        var text = bytes
        var isFormer = true
        for revision in direction == .undo ? revisions.reversed() : revisions {
            let (present, wanted) =
                direction == .undo ? (revision.after, revision.before) : (revision.before, revision.after)
            // An interrupted command may have restored it.
            if Self.text(text) == wanted { continue }
            guard let patch = revision.patch, direction == .undo ? patch.canBeUndone : patch.canBeRedone else {
                throw .settingsNotKept(path: shown, next: next)
            }
            let change = direction == .undo ? patch.inverse : patch
            if Self.text(text) == present, let changed = change.applied(to: text ?? []) {
                let result = wanted == .missing ? nil : changed
                if Self.text(result) == wanted {
                    text = result
                    continue
                }
            }
            // Other lines were changed since.
            guard let changed = change.moved(to: text ?? []), !SettingsReader.isBlank(changed),
                SettingsReader.read(SourceText(path: shown, bytes: changed)).settings != nil
            else { throw .settingsChangedSince(path: shown, next: next) }
            (text, isFormer) = (changed, false)
        }
        return RestoredSettings(text: text, isFormer: isFormer)
    }
}

/// The channel that a new home gets, chosen once from what works on this machine.
package enum ChannelChoice: String {
    /// A desktop shows notifications now.
    case desktop
    /// No desktop does.
    case console

    /// The channel with the reason, in the user's language.
    package func inWords(_ words: MessageCatalog) -> String {
        words.text(self == .desktop ? .desktopChosen : .consoleChosen)
    }
}

extension Workspace {
    /// The channel for a home without settings.
    ///
    /// Mail is never chosen, because antrain knows no address whose mail is read.
    func channelChoice(_ settings: Settings) throws(CommandError) -> ChannelChoice {
        guard hasSessionBus else { return .console }
        let delivery = try DeliveryService(
            workspace: self,
            settings: settings,
            zone: try zone(settings.timezone),
            now: try now()
        )
        let desktop = ChannelConfiguration(named: ChannelChoice.desktop.rawValue)
        return try delivery.readiness(of: desktop).problem == nil ? .desktop : .console
    }

    /// Whether this command runs in a session with a bus; the desktop plugin also finds those of other sessions.
    private var hasSessionBus: Bool {
        if !context.environment["DBUS_SESSION_BUS_ADDRESS", default: ""].isEmpty { return true }
        return context.environment["XDG_RUNTIME_DIR"].map { context.files.exists(FilePath($0).appending("bus")) }
            ?? false
    }
}
