import CivilTime
import Files
package import Platform
package import Ledger
package import Reminders
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
    ///   - changes: the changes of the settings, which are read under the lock.
    package func changeSettings(
        choosesChannel: Bool = true,
        continues: Bool = false,
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
            let outcome = try changeLockedSettings(changes, remembered, choice)
            recordRevision(continues: continues)
            return outcome
        }
    }

    private func changeLockedSettings(
        _ changes: (Settings) throws(CommandError) -> [SettingsChange],
        _ remembered: RememberedSettings,
        _ choice: ChannelChoice?
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
        let keys = changes.filter { $0 != .enabled(wasEnabled) }.map(\.key.rawValue)
        try noteSettings(
            keys,
            from: isMissing && start.isEmpty ? nil : start,
            to: edited.bytes,
            isPublic: changes.contains(where: \.isPublic)
        )
        return SettingsOutcome(wasEnabled: wasEnabled, chosen: chosen)
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
