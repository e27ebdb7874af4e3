import Delivery
import Files
package import Platform
import Ledger
package import Reminders
import YAMLSource

/// Whether an action is undone or redone.
package enum UndoDirection {
    case undo
    case redo
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

    /// The event of a change of the settings file that was not recorded yet, and the action with one that was, for the next commit.
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
