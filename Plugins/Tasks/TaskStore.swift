import AntrainPluginKit

/// A collection of tasks, such as a folder of files, which other programs change too.
protocol TaskStore {
    /// What it is, as in the settings; shown to the user.
    var name: String { get }

    /// The collection that was found under that name; nil if it is the name.
    var place: String? { get }

    /// - Throws: why the collection cannot be used now; nothing is created.
    func probe() throws(PluginFailure)

    /// The tasks that antrain wrote, by their UIDs; those of other programs are left alone.
    ///
    /// - Parameter uids: the UIDs of the tasks that are expected, wherever they are.
    func tasks(_ uids: Set<String>) throws(PluginFailure) -> [String: StoredTask]

    /// Creates or replaces a task.
    ///
    /// - Returns: the task as it is stored; nil if another program changed it since it was read.
    func write(_ object: TaskObject, uid: String, replacing old: StoredTask?) throws(PluginFailure) -> StoredTask?

    /// - Returns: whether it was removed; false if another program changed it since it was read.
    func remove(_ task: StoredTask) throws(PluginFailure) -> Bool

    /// Removes what a killed process left.
    func tidy()
}

/// A task in a collection, as it was read.
struct StoredTask {
    /// Its name in the collection.
    let name: String
    /// The task; nil while another program writes it.
    let object: TaskObject?
    /// What was read, to notice later changes.
    let version: [UInt8]
    /// Whether it has been damaged for so long that nobody is still writing it.
    var isLost = false
    /// Further tasks with its UID, as a synchronizer leaves them after a conflict.
    var copies: [StoredTask] = []
}
