import AntrainPluginKit
import Glibc
import PluginFiles

/// A folder with a file for each task (vdir: https://vdirsyncer.pimutils.org/en/stable/vdir.html).
struct TaskFolder: TaskStore {
    private let folder: FileFolder

    /// - Parameter path: the path, with or without a slash at its end.
    init(_ path: String) {
        var path = Substring(path).utf8
        while path.count > 1, path.last == 0x2F { path.removeLast() }
        folder = FileFolder(path: String(Substring(path)))
    }

    var name: String { folder.path }
    var place: String? { nil }

    /// How long a file may stay damaged before antrain writes it again, in seconds.
    private static let patience: Int64 = 600
    private static let ending = ".ics"

    func probe() throws(PluginFailure) {
        if access(folder.path + "/", F_OK) != 0, errno == ENOENT {
            // antrain creates it before the first task is written.
            let parent = folder.path.utf8.lastIndex(of: 0x2F).map { String(folder.path[..<$0]) } ?? ""
            guard access(parent + "/", W_OK | X_OK) != 0 else { return }
        } else if access(folder.path + "/", R_OK | W_OK | X_OK) == 0 {
            return
        }
        throw folder.failure("write to")
    }

    func tasks(_ uids: Set<String>) throws(PluginFailure) -> [String: StoredTask] {
        var found: [String: [StoredTask]] = [:]
        let names = try folder.names().filter { $0.hasSuffix(TaskFolder.ending) }
        for name in names where name.hasPrefix(TaskRecord.prefix) { read(name, uids, into: &found) }
        // A file that somebody renamed is still that task.
        let missing = uids.filter { found[$0] == nil }
        if !missing.isEmpty {
            for name in names where !name.hasPrefix(TaskRecord.prefix) { read(name, missing, into: &found) }
        }
        return found.compactMapValues(TaskFolder.chosen)
    }

    private func read(_ name: String, _ uids: Set<String>, into found: inout [String: [StoredTask]]) {
        let contents = folder.read(name)
        guard let bytes = contents.bytes else {
            // What cannot be read is not missing.
            let uid = String(name.dropLast(TaskFolder.ending.count))
            if contents == .unusable, uids.contains(uid) {
                found[uid, default: []].append(StoredTask(name: name, object: nil, version: []))
            }
            return
        }
        if let object = TaskFolder.mentionsTask(bytes) ? TaskObject(bytes) : nil {
            guard uids.contains(object.uid) || (object.uid.hasPrefix(TaskRecord.prefix) && !object.key.isEmpty) else {
                return
            }
            found[object.uid, default: []].append(StoredTask(name: name, object: object, version: bytes))
        } else if uids.contains(String(name.dropLast(TaskFolder.ending.count))), case .bytes(_, let changed) = contents
        {
            var task = StoredTask(name: name, object: nil, version: bytes)
            task.isLost = changed + TaskFolder.patience < time(nil)
            found[String(name.dropLast(TaskFolder.ending.count)), default: []].append(task)
        }
    }

    /// Whether a file may be a task of antrain's: a folder may have 100,000 others, which are not parsed.
    private static func mentionsTask(_ bytes: [UInt8]) -> Bool {
        let mark = Array(TaskRecord.prefix.utf8)
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: mark[0]) {
                rest = rest[start...]
                if rest.starts(with: mark) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }

    /// Chooses among files with the same UID: an answered one, or else the newest.
    private static func chosen(_ tasks: [StoredTask]) -> StoredTask? {
        let sorted = tasks.sorted { first, second in
            guard let one = first.object, let other = second.object else { return first.object != nil }
            if one.isClosed != other.isClosed { return one.isClosed }
            return (one.changed, second.name) > (other.changed, first.name)
        }
        guard var task = sorted.first else { return nil }
        task.copies = Array(sorted.dropFirst())
        return task
    }

    func write(_ object: TaskObject, uid: String, replacing old: StoredTask?) throws(PluginFailure) -> StoredTask? {
        let name = old?.name ?? uid + TaskFolder.ending
        let bytes = object.bytes
        guard isUnchanged(name, old, isMissing: old == nil) else { return nil }
        try folder.replace(name, bytes)
        return StoredTask(name: name, object: object, version: bytes, copies: old?.copies ?? [])
    }

    func remove(_ task: StoredTask) throws(PluginFailure) -> Bool {
        guard isUnchanged(task.name, task, isMissing: true) else { return false }
        try folder.remove(task.name)
        return true
    }

    /// - Parameter isMissing: whether the file may be missing.
    private func isUnchanged(_ name: String, _ task: StoredTask?, isMissing: Bool) -> Bool {
        switch folder.read(name) {
        case .missing: isMissing
        case .unusable: false
        case .bytes(let bytes, _): task?.version == bytes
        }
    }

    /// Removes temporary files of killed processes.
    func tidy() { folder.removeTemporaries(of: TaskRecord.prefix) }
}
