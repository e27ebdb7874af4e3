import AntrainPluginKit

/// A collection of tasks, such as a folder of files, which other programs change too.
protocol TaskStore {
    /// The folder or address in the settings, for messages.
    var name: String { get }

    /// The address of the collection that was found on a server; nil for a folder, and before it is found.
    var place: String? { get }

    /// Checks whether the collection can be used now; creates nothing.
    func probe() throws(PluginFailure)

    /// The tasks that antrain wrote, by their UIDs.
    ///
    /// - Parameter uids: the UIDs of the tasks that are expected, whatever their names in the collection are.
    func tasks(_ uids: Set<String>) throws(PluginFailure) -> [String: StoredTask]

    /// Creates or replaces a task.
    ///
    /// - Returns: the task as it is stored; nil if another program changed it since it was read.
    func write(_ object: TaskObject, uid: String, replacing old: StoredTask?) throws(PluginFailure) -> StoredTask?

    /// - Returns: whether it was removed; false if another program changed it since it was read.
    func remove(_ task: StoredTask) throws(PluginFailure) -> Bool

    /// Removes temporary files of killed processes.
    func tidy()
}

/// A task in a collection, as it was read.
struct StoredTask {
    /// Its name in the collection.
    let name: String
    /// The task; nil while another program writes it.
    let object: TaskObject?
    /// The contents or the entity tag that was read, to detect later changes.
    let version: [UInt8]
    /// Whether it is damaged, and no program is still writing it.
    var isLost = false
    /// Further tasks with its UID, as a synchronizer leaves them after a conflict.
    var copies: [StoredTask] = []
}
