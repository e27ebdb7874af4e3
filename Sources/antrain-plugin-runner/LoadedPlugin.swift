import AntrainPluginABI
import Glibc
import RunnerWire

/// Why a library cannot serve as a plugin.
enum LoadFailure: Error, CustomStringConvertible {
    case notLoaded(String)
    case noEntry(path: String)
    case refused
    case tooSmall(size: UInt32)
    case missing(String)

    var description: String {
        switch self {
        case .notLoaded(let reason): "the library cannot be loaded: \(reason)"
        case .noEntry(let path):
            "\(path) is not a plugin for this antrain: it does not export antrain_plugin_entry_v1; build it against antrain_plugin.h"
        case .refused: "the plugin refuses to work with this antrain: its entry returned nothing"
        case .tooSmall(let size):
            "the plugin's description has \(size) bytes, fewer than version 1 of the interface; set its size member"
        case .missing(let member): "the plugin's description lacks '\(member)'; fill it in"
        }
    }
}

/// A plugin in this process, and its one instance.
final class LoadedPlugin {
    let description: WireDescription
    private let plugin: UnsafePointer<antrain_plugin>
    private let host: UnsafePointer<antrain_host>
    private var instance: UnsafeMutableRawPointer?
    private var isOpen = false

    private init(_ plugin: UnsafePointer<antrain_plugin>, host: UnsafePointer<antrain_host>) {
        self.plugin = plugin
        self.host = host
        description = WireDescription(plugin.pointee)
    }

    static func load(_ path: String, host: UnsafePointer<antrain_host>) -> Result<LoadedPlugin, LoadFailure> {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            return .failure(.notLoaded(dlerror().map { String(cString: $0) } ?? "no reason given"))
        }
        guard let symbol = dlsym(library, "antrain_plugin_entry_v1") else { return .failure(.noEntry(path: path)) }
        let entry = unsafeBitCast(
            symbol,
            to: (@convention(c) (UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>?).self
        )
        guard let plugin = entry(host) else { return .failure(.refused) }
        let known = plugin.pointee
        guard known.size >= MemoryLayout<antrain_plugin>.size else { return .failure(.tooSmall(size: known.size)) }
        guard known.name.length > 0 else { return .failure(.missing("name")) }
        guard known.open != nil else { return .failure(.missing("open")) }
        guard known.deliver != nil else { return .failure(.missing("deliver")) }
        guard known.keys != nil || known.key_count == 0, known.key_count <= 256 else {
            return .failure(.missing("keys"))
        }
        return .success(LoadedPlugin(plugin, host: host))
    }

    func open(_ pairs: [WirePair]) -> WireResult {
        guard !isOpen, let open = plugin.pointee.open else {
            return WireResult(status: 2, reason: "the plugin is open already")
        }
        let memory = CallMemory()
        let values = pairs.map { antrain_pair(key: memory.string($0.key), value: memory.string($0.value)) }
        let result = call { result in
            values.withUnsafeBufferPointer { open(host, $0.baseAddress, UInt64($0.count), &instance, result) }
        }
        isOpen = result.status == 0
        return result
    }

    func probe() -> WireResult {
        guard let probe = plugin.pointee.probe else { return WireResult(status: 0) }
        return callOpened { probe(instance, $0) }
    }

    func deliver(_ notification: WireNotification) -> WireResult {
        guard let deliver = plugin.pointee.deliver else { return WireResult(status: 2) }
        let memory = CallMemory()
        return callOpened { result in memory.notification(notification) { deliver(instance, $0, result) } }
    }

    func cancel(_ id: String) -> WireResult {
        guard let cancel = plugin.pointee.cancel else {
            return WireResult(status: 2, reason: "the plugin cannot take anything back")
        }
        let memory = CallMemory()
        return callOpened { cancel(instance, memory.string(id), $0) }
    }

    func close() {
        if isOpen { plugin.pointee.close?(instance) }
        isOpen = false
    }

    private func callOpened(_ body: (UnsafeMutablePointer<antrain_result>) -> Int32) -> WireResult {
        guard isOpen else { return WireResult(status: 2, reason: "the plugin is not open") }
        return call(body)
    }

    private func call(_ body: (UnsafeMutablePointer<antrain_result>) -> Int32) -> WireResult {
        var result = antrain_result()
        result.size = UInt32(MemoryLayout<antrain_result>.size)
        let status = body(&result)
        let reason = withUnsafeBytes(of: result.reason) { String(untilNul: $0) }
        guard (0...2).contains(status) else {
            return WireResult(
                status: 2,
                reason:
                    "the plugin returned \(status), which means nothing\(reason.isEmpty ? "" : "; it says: \(reason)")"
            )
        }
        return WireResult(
            status: UInt32(status),
            retryAfter: result.retry_after_seconds,
            reason: reason,
            remedy: withUnsafeBytes(of: result.remedy) { String(untilNul: $0) }
        )
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
    }
}

extension String {
    /// The text before the first NUL; what is not UTF-8 in it is replaced.
    fileprivate init(untilNul bytes: UnsafeRawBufferPointer) {
        self = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
