import AntrainPluginABI
import CLinux
import Glibc
import RunnerProtocol

extension LoadedPlugin {
    /// - Parameter closing: whether to close the plugin first, to see what it leaves behind.
    func inspect(closing: Bool) -> WireInspection {
        if closing { close() }
        var inspection = WireInspection()
        inspection.size = plugin.size
        inspection.fullSize = UInt32(MemoryLayout<antrain_plugin>.size)
        inspection.abiMinor = plugin.abi_minor
        inspection.hostMinor = UInt32(ANTRAIN_PLUGIN_ABI_MINOR)
        inspection.canCancel = plugin.cancel != nil
        inspection.strangeAnswers = strangeAnswers
        inspection.threads = LoadedPlugin.threads
        let descriptors = (0..<Int32(1024)).filter { fcntl($0, F_GETFD) >= 0 }
        inspection.descriptors = UInt32(descriptors.count)
        inspection.eventDescriptors = UInt32(descriptors.count(where: LoadedPlugin.isForEvents))
        inspection.heapBytes = antrain_heap_bytes()
        inspection.mappedBytes = antrain_mapped_bytes()
        inspection.foreignCalls = HostServices.foreignCalls
        let now = ProcessState.now
        inspection.changedStreams = now.changedStreams(since: before)
        inspection.changedSignals = now.changedSignals(since: before)
        inspection.changedSettings = now.changedSettings(since: before)
        inspection.needlessReasons = needlessReasons
        inspection.outputBytes = CheckedOutput.bytes
        return inspection
    }

    /// Whether a descriptor is a pipe, or a kernel object without a file type.
    private static func isForEvents(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return [0, S_IFIFO].contains(status.st_mode & S_IFMT)
    }

    private static var threads: UInt32 {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count: UInt32 = 0
        while let entry = readdir(folder) {
            // The names are numbers, except for the folder itself and its parent.
            if entry.pointee.d_name.0 != CChar(0x2E) { count += 1 }
        }
        return count
    }
}

extension WireDescription {
    init(_ plugin: antrain_plugin) {
        self.init()
        name = String(plugin.name, limit: 64)
        version = String(plugin.version, limit: 64)
        summary = String(plugin.summary, limit: 512)
        author = String(plugin.author, limit: 256)
        capabilities = Int64(truncatingIfNeeded: plugin.capabilities)
        keys = UnsafeBufferPointer(start: plugin.keys, count: Int(plugin.key_count)).map { key in
            WireDescription.Key(
                name: String(key.name, limit: 64),
                help: String(key.help, limit: 1024),
                defaultValue: String(key.default_value, limit: 1024),
                type: Int64(key.type),
                flags: key.flags
            )
        }
        canCancel = plugin.cancel != nil
        needs = Int64(truncatingIfNeeded: plugin.needs)
        paths = UnsafeBufferPointer(start: plugin.paths, count: Int(plugin.path_count)).map { String($0, limit: 4096) }
        sockets = UnsafeBufferPointer(start: plugin.sockets, count: Int(plugin.socket_count))
            .map { String($0, limit: 4096) }
    }
}
