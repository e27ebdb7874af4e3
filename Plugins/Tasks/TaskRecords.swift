import AntrainPluginKit
import Glibc
import PluginFiles

/// The records of one collection, each in a file of the plugin's own folder.
struct TaskRecords {
    /// The plugin's own folder, as its manifest declares it.
    static let declared = "$XDG_STATE_HOME/antrain/tasks/"

    private let folder: FileFolder
    private let outer: String

    /// - Parameter collection: a text that identifies the collection.
    init(of collection: String) throws(PluginFailure) {
        outer = try FileFolder.state("tasks").path
        folder = FileFolder(path: outer + "/" + FileFolder.name(for: collection))
    }

    private static func name(_ uid: String) -> String { uid + ".ics" }

    func all() throws(PluginFailure) -> [String: TaskRecord] {
        guard access(folder.path, F_OK) == 0 || errno != ENOENT else { return [:] }
        var records: [String: TaskRecord] = [:]
        for name in try folder.names() where name.hasPrefix(TaskRecord.prefix) {
            guard let record = folder.read(name).bytes.flatMap(TaskRecord.init), TaskRecords.name(record.uid) == name
            else { continue }
            records[record.uid] = record
        }
        return records
    }

    func save(_ record: TaskRecord) throws(PluginFailure) { try save(record.bytes, as: TaskRecords.name(record.uid)) }

    func remove(_ uid: String) throws(PluginFailure) { try folder.remove(TaskRecords.name(uid)) }

    // MARK: Other files

    func file(_ name: String) -> [UInt8]? { folder.read(name).bytes }

    func save(_ bytes: [UInt8], as name: String) throws(PluginFailure) {
        mkdir(outer, 0o700)
        mkdir(folder.path, 0o700)
        try folder.replace(name, bytes)
    }

    func removeFile(_ name: String) throws(PluginFailure) { try folder.remove(name) }

    /// Removes temporary files of killed processes.
    func tidy() { folder.removeTemporaries(of: "") }
}
