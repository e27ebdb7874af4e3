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

    /// Notes a change of the settings file, which the next commit records.
    ///
    /// If the process is killed in between, the change is in force, and `undo` does not know it, as if it had been made by hand.
    ///
    /// - Parameters:
    ///   - keys: what changed.
    ///   - before: the text before the change; nil if there was none.
    ///   - after: the text that was written.
    ///   - isPublic: whether it is known that no changed value is a secret.
    package func noteSettings(_ keys: [String], from before: [UInt8]?, to after: [UInt8], isPublic: Bool = false)
        throws(CommandError)
    {
        guard before != after else { return }
        let isSecret = !isPublic && Self.changesValues(from: before ?? [], to: after)
        unrecorded = UnrecordedRevision(
            keys: keys,
            revision: SettingsRevision(
                before: Self.text(before),
                after: Self.text(after),
                wasEnabled: try rememberedSettings().isEnabled,
                patch: isSecret ? nil : SettingsRevision.Patch(from: before ?? [], to: after)
            )
        )
    }

    /// Whether a value of a channel changed, which may be a secret.
    private static func changesValues(from old: [UInt8], to new: [UInt8]) -> Bool {
        let patch = SettingsRevision.Patch(from: old, to: new)
        return [(old, patch.range), (new, patch.inverse.range)].contains { text, range in
            guard let settings = SettingsReader.read(SourceText(path: "", bytes: text)).settings else { return true }
            return settings.configurations.flatMap(\.values).contains { value in
                range.overlaps(value.span.start..<max(value.span.start + 1, value.span.end))
            }
        }
    }

    /// The event of a change of the settings file that was not recorded yet.
    func takeRevision() -> LedgerEvent? {
        defer { unrecorded = nil }
        return unrecorded.map { .settingsChanged(keys: $0.keys, $0.revision) }
    }

    /// Restores the settings file to what it was before changes, or after them.
    ///
    /// - Parameters:
    ///   - revisions: the changes, in the order in which they were made.
    ///   - direction: whether they are undone or redone.
    /// - Returns: the text of the file; nil if there is none.
    /// - Throws: if the file is not what the commands wrote; then nothing was changed.
    package func restoreSettings(_ revisions: [SettingsRevision], _ direction: UndoDirection) throws(CommandError)
        -> [UInt8]?
    {
        try context.checkRestored()
        return try context.files.locked(.files, in: paths.data) { () throws(CommandError) in
            try restoreLockedSettings(revisions, direction)
        }
    }

    private func restoreLockedSettings(_ revisions: [SettingsRevision], _ direction: UndoDirection)
        throws(CommandError) -> [UInt8]?
    {
        let path = paths.settings
        let bytes = try context.files.contents(path)
        var text = bytes
        for revision in direction == .undo ? revisions.reversed() : revisions {
            let (present, wanted) =
                direction == .undo ? (revision.after, revision.before) : (revision.before, revision.after)
            // An interrupted command may have restored it.
            if Self.text(text) == wanted { continue }
            let shown = paths.shown(path)
            guard let patch = revision.patch else { throw .settingsNotKept(path: shown) }
            let change = direction == .undo ? patch.inverse : patch
            guard Self.text(text) == present, let changed = change.applied(to: text ?? []) else {
                throw .settingsChangedSince(path: shown)
            }
            text = wanted == .missing ? nil : changed
            guard Self.text(text) == wanted else { throw .settingsChangedSince(path: shown) }
        }
        guard text != bytes else { return text }
        do {
            if let text { try context.files.replace(path, text) } else { try context.files.remove(path) }
        } catch { throw .file(error) }
        return text
    }
}
