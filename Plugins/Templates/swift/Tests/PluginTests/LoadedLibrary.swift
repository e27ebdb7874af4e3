import AntrainPluginABI
import Foundation

/// The result of a call to the plugin.
struct Answer: Equatable {
    let status: Int32
    var reason = ""
    var remedy = ""

    init(_ status: Int) {
        self.status = Int32(status)
    }

    init(_ status: Int32, _ result: antrain_result) {
        self.status = status
        reason = withUnsafeBytes(of: result.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        remedy = withUnsafeBytes(of: result.remedy) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// The library that `make` built, and a host that calls it as antrain does.
final class LoadedLibrary {
    struct NotLoaded: Error {
        let reason: String
    }

    private typealias Entry = @convention(c) (UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>?

    private let host = UnsafeMutablePointer<antrain_host>.allocate(capacity: 1)
    private let plugin: antrain_plugin
    private var instance: UnsafeMutableRawPointer?

    /// Loads the library that `PLUGIN` names, or else the one in the package's folder.
    init() throws {
        host.initialize(to: antrain_host())
        host.pointee.size = UInt32(MemoryLayout<antrain_host>.size)
        host.pointee.abi_minor = UInt32(ANTRAIN_PLUGIN_ABI_MINOR)
        host.pointee.terminal_columns = 80
        host.pointee.log = { _, _, _ in }
        host.pointee.print = { _, _ in }
        host.pointee.get_extension = { _, _ in nil }
        let path = ProcessInfo.processInfo.environment["PLUGIN"] ?? "./lib@NAME@.so"
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "antrain_plugin_entry_v1")
        else { throw NotLoaded(reason: "\(String(cString: dlerror())); build it with make") }
        guard let plugin = unsafeBitCast(symbol, to: Entry.self)(host) else {
            throw NotLoaded(reason: "its entry function returned NULL")
        }
        self.plugin = plugin.pointee
    }

    deinit {
        if let instance { plugin.close?(instance) }
    }

    func open(_ values: [String: String]) -> Answer {
        let texts = Texts()
        let pairs = values.map { antrain_pair(key: texts.string($0.key), value: texts.string($0.value)) }
        return withExtendedLifetime(texts) {
            call { plugin.open(host, pairs, UInt64(pairs.count), &instance, $0) }
        }
    }

    func probe() -> Answer { call { plugin.probe(instance, $0) } }

    func deliver(title: String, body: String) -> Answer {
        let texts = Texts()
        var notification = antrain_notification()
        notification.size = UInt32(MemoryLayout<antrain_notification>.size)
        notification.title = texts.string(title)
        notification.body = texts.string(body)
        return withExtendedLifetime(texts) { call { plugin.deliver(instance, &notification, $0) } }
    }

    private func call(_ body: (UnsafeMutablePointer<antrain_result>) -> Int32) -> Answer {
        var result = antrain_result()
        result.size = UInt32(MemoryLayout<antrain_result>.size)
        let status = body(&result)
        return Answer(status, result)
    }
}

/// Texts that stay valid during a call.
private final class Texts {
    private var all: [UnsafeMutablePointer<CChar>] = []

    deinit {
        for text in all { free(text) }
    }

    func string(_ text: String) -> antrain_string {
        guard let copy = strdup(text) else { return antrain_string() }
        all.append(copy)
        return antrain_string(data: copy, length: UInt64(text.utf8.count))
    }
}
