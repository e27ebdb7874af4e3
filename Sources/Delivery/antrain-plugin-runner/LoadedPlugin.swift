import AntrainPluginABI
import CLinux
import Glibc
import RunnerProtocol

/// Why a library cannot be used as a plugin.
enum LoadFailure: Error, CustomStringConvertible {
    case notSealed
    case notLoaded(String)
    case noEntry(path: String)
    case refused
    case tooSmall(size: UInt32)
    case missing(String)

    var description: String {
        switch self {
        case .notSealed: "the library is not in sealed memory; nothing was loaded"
        case .notLoaded(let reason):
            "the library cannot be loaded: \(MissingLibrary(message: reason)?.description ?? reason)"
        case .noEntry(let path):
            "\(path) is not an antrain plugin: it does not export antrain_plugin_entry_v1; build it against antrain_plugin.h"
        case .refused: "the plugin does not support this antrain: its entry function returned NULL"
        case .tooSmall(let size):
            "the plugin's description has \(size) bytes, too few for interface version 1; set its size member"
        case .missing(let member): "the plugin's description has no '\(member)'; set it"
        }
    }
}

/// A plugin in this process, and its one instance.
final class LoadedPlugin {
    let description: WireDescription
    let plugin: antrain_plugin
    /// The number of calls that returned an invalid status.
    private(set) var strangeAnswers: UInt32 = 0
    /// The number of calls that succeeded and nevertheless gave a reason.
    private(set) var needlessReasons: UInt32 = 0
    /// The state of the process before the library was loaded.
    let before: ProcessState
    private let schedule: antrain_schedule?
    private let answers: antrain_answers?
    private let host: UnsafePointer<antrain_host>
    private var instance: UnsafeMutableRawPointer?
    private var isOpen = false

    private init(_ plugin: antrain_plugin, host: UnsafePointer<antrain_host>, before: ProcessState) {
        self.plugin = plugin
        self.before = before
        self.host = host
        schedule = PluginExtension.find(ANTRAIN_EXTENSION_SCHEDULE, of: plugin, as: antrain_schedule.self)
        answers = PluginExtension.find(ANTRAIN_EXTENSION_ANSWERS, of: plugin, as: antrain_answers.self)
        var description = WireDescription(plugin)
        description.canSchedule = schedule != nil
        description.scheduleLimit = schedule?.limit ?? 0
        description.answers = answers.map { answers in
            let areKept = answers.flags & UInt32(ANTRAIN_ANSWERS_KEPT) != 0
            return WireDescription.Answers(areKept: areKept, areSettled: answers.settle != nil)
        }
        self.description = description
    }

    /// The path of the sealed memory with the library's bytes.
    static let image = Int32(ANTRAIN_IMAGE_DESCRIPTOR)

    /// Loads the library from the sealed memory passed by the host.
    ///
    /// - Parameter path: the path of the original file, for messages.
    static func load(named path: String, host: UnsafePointer<antrain_host>) -> Result<LoadedPlugin, LoadFailure> {
        guard antrain_image_is_sealed(image) != 0, fcntl(image, F_SETFD, FD_CLOEXEC) == 0 else {
            return .failure(.notSealed)
        }
        let before = ProcessState.now
        let name = "/proc/self/fd/\(image)"
        let loaded = dlopen(name, RTLD_NOW | RTLD_LOCAL)
        let problem = dlerror().map { text in
            let message = String(cString: text)
            return message.hasPrefix(name) ? path + message.dropFirst(name.count) : message
        }
        Glibc.close(image)
        guard let library = loaded else { return .failure(.notLoaded(problem ?? "no reason given")) }
        guard let symbol = dlsym(library, "antrain_plugin_entry_v1") else { return .failure(.noEntry(path: path)) }
        let entry = unsafeBitCast(
            symbol,
            to: (@convention(c) (UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>?).self
        )
        guard let plugin = entry(host) else { return .failure(.refused) }
        let size = UnsafeRawPointer(plugin).load(as: UInt32.self)
        guard size >= LoadedPlugin.smallest else { return .failure(.tooSmall(size: size)) }
        let known = copied(plugin, size: size, into: antrain_plugin())
        guard known.name.length > 0 else { return .failure(.missing("name")) }
        guard known.open != nil else { return .failure(.missing("open")) }
        guard known.deliver != nil else { return .failure(.missing("deliver")) }
        guard known.keys != nil || known.key_count == 0, known.key_count <= 256 else {
            return .failure(.missing("keys"))
        }
        guard known.paths != nil || known.path_count == 0, known.path_count <= 64 else {
            return .failure(.missing("paths"))
        }
        guard known.sockets != nil || known.socket_count == 0, known.socket_count <= 64 else {
            return .failure(.missing("sockets"))
        }
        return .success(LoadedPlugin(known, host: host, before: before))
    }

    /// The size of a version 1.0 description: plugins of all versions have at least this much.
    private static let smallest = MemoryLayout<antrain_plugin>.offset(of: \.needs) ?? MemoryLayout<antrain_plugin>.size

    func open(_ pairs: [WirePair]) -> WireResult {
        guard !isOpen, let open = plugin.open else {
            return WireResult(status: 2, reason: "the plugin is already open")
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
        guard let probe = plugin.probe else { return WireResult(status: 0) }
        return callOpened { probe(instance, $0) }
    }

    func deliver(_ notification: WireNotification) -> WireResult {
        guard let deliver = plugin.deliver else { return WireResult(status: 2) }
        let memory = CallMemory()
        return callOpened { result in memory.notification(notification) { deliver(instance, $0, result) } }
    }

    func cancel(_ id: String) -> WireResult {
        guard let cancel = plugin.cancel else {
            return WireResult(status: 2, reason: "the plugin cannot cancel notifications")
        }
        let memory = CallMemory()
        return callOpened { cancel(instance, memory.string(id), $0) }
    }

    func schedule(_ notification: WireNotification) -> WireResult {
        guard let schedule = schedule?.schedule else { return LoadedPlugin.cannotSchedule }
        let memory = CallMemory()
        return callOpened { result in memory.notification(notification) { schedule(instance, $0, result) } }
    }

    func unschedule(_ key: String) -> WireResult {
        guard let cancel = schedule?.cancel else { return LoadedPlugin.cannotSchedule }
        let memory = CallMemory()
        return callOpened { cancel(instance, memory.string(key), $0) }
    }

    /// The notifications that the plugin has scheduled, or why it cannot list them.
    func held() -> RunnerMessage {
        guard let list = schedule?.list else { return .result(LoadedPlugin.cannotSchedule) }
        let entries = HeldEntries()
        let result = callOpened { result in
            let context = Unmanaged.passUnretained(entries).toOpaque()
            return list(instance, { HeldEntries.receive($0, $1, $2) }, context, result)
        }
        return result.status == 0 ? .held(entries.all) : .result(result)
    }

    private static let cannotSchedule = WireResult(status: 2, reason: "the plugin cannot schedule notifications")

    /// The descriptor that is readable when there may be answers; -1 for none.
    var descriptor: Int32 { isOpen ? answers?.descriptor?(instance) ?? -1 : -1 }

    /// The answers that are not settled, or why the plugin cannot report them.
    func collect() -> RunnerMessage {
        guard let collect = answers?.collect else {
            return .result(WireResult(status: 2, reason: "the plugin cannot report answers"))
        }
        let collected = CollectedAnswers()
        let result = callOpened { result in
            let context = Unmanaged.passUnretained(collected).toOpaque()
            return collect(instance, { CollectedAnswers.receive($0, $1) }, context, result)
        }
        guard result.status == 0 else { return .result(result) }
        return .answers(collected.all, keptFor: answers?.kept_for?(instance) ?? 0)
    }

    func checkAnswers() -> WireResult {
        guard let check = answers?.check else { return WireResult(status: 0) }
        return callOpened { check(instance, $0) }
    }

    func settle(_ settlement: WireSettlement) -> WireResult {
        guard let settle = answers?.settle else { return WireResult(status: 0) }
        let outcome = Int32(settlement.isRecorded ? ANTRAIN_ANSWER_RECORDED : ANTRAIN_ANSWER_REFUSED)
        let memory = CallMemory()
        return callOpened {
            settle(instance, memory.string(settlement.id), outcome, memory.string(settlement.text), $0)
        }
    }

    func close() {
        if isOpen { plugin.close?(instance) }
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
            strangeAnswers += 1
            return WireResult(
                status: 2,
                reason:
                    "the plugin returned \(status), which is not a valid status\(reason.isEmpty ? "" : "; reason given: \(reason)")"
            )
        }
        if status == 0, !reason.isEmpty { needlessReasons += 1 }
        return WireResult(
            status: UInt32(status),
            retryAfter: result.retry_after_seconds,
            reason: reason,
            remedy: withUnsafeBytes(of: result.remedy) { String(untilNul: $0) }
        )
    }
}

/// Collects the notifications that a plugin lists.
private final class HeldEntries {
    private(set) var all: [WireScheduled] = []

    static func receive(_ context: UnsafeMutableRawPointer?, _ key: antrain_string, _ instant: Int64) {
        guard let context else { return }
        let entries = Unmanaged<HeldEntries>.fromOpaque(context).takeUnretainedValue()
        // A plugin that lists endlessly gets no more entries.
        guard entries.all.count < WireScheduled.most else { return }
        entries.all.append(WireScheduled(key: String(key, limit: 256), instant: instant))
    }
}

/// Collects the answers that a plugin reports.
private final class CollectedAnswers {
    private(set) var all: [WireAnswer] = []

    static func receive(_ context: UnsafeMutableRawPointer?, _ answer: UnsafePointer<antrain_answer>?) {
        guard let context, let answer, answer.pointee.size >= MemoryLayout<antrain_answer>.size else { return }
        let collected = Unmanaged<CollectedAnswers>.fromOpaque(context).takeUnretainedValue()
        guard collected.all.count < WireAnswer.most else { return }
        // The host refuses longer IDs and details, and therefore must see that they are longer.
        collected.all.append(
            WireAnswer(
                id: String(answer.pointee.id, limit: WireAnswer.idBytes + 1),
                notification: String(answer.pointee.notification_id, limit: 512),
                action: String(answer.pointee.action, limit: 64),
                detail: String(answer.pointee.detail, limit: WireAnswer.detailBytes + 1),
                instant: answer.pointee.instant,
                token: String(answer.pointee.token, limit: 64)
            )
        )
    }
}

/// Copies a struct that may have fewer or more members than this version: those that both have.
private func copied<Value>(_ pointer: UnsafePointer<Value>, size: UInt32, into blank: Value) -> Value {
    var value = blank
    withUnsafeMutableBytes(of: &value) { bytes in
        let count = min(bytes.count, Int(size))
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: count))
    }
    return value
}

/// A plugin's extensions.
private enum PluginExtension {
    /// An extension of a plugin; nil if it has none, or one too small for version 1.
    static func find<Value>(_ name: String, of plugin: antrain_plugin, as type: Value.Type) -> Value? {
        let memory = CallMemory()
        guard let pointer = plugin.get_extension?(memory.string(name)) else { return nil }
        let known = pointer.load(as: UInt32.self)
        return known >= MemoryLayout<Value>.size ? pointer.load(as: Value.self) : nil
    }
}

extension String {
    /// The text before the first NUL, with invalid UTF-8 replaced.
    fileprivate init(untilNul bytes: UnsafeRawBufferPointer) {
        self = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// A library that a plugin is linked to and that is not installed, as glibc's dynamic linker reports it.
struct MissingLibrary: CustomStringConvertible {
    private let name: String

    /// The Debian packages of the libraries that the shipped plugins need.
    private static let packages = [
        "libcurl.so.4": "libcurl4", "libdbus-1.so.3": "libdbus-1-3", "libexpat.so.1": "libexpat1",
    ]

    /// Reads dlerror()'s message; nil if it reports something else.
    init?(message: String) {
        guard let colon = message.firstIndex(of: ":"), message[colon...].hasPrefix(": cannot open shared object file")
        else { return nil }
        name = String(message[..<colon])
    }

    var description: String {
        let remedy = MissingLibrary.packages[name].map { "apt install \($0)" } ?? "install the package that contains it"
        return "\(name) is not installed; \(remedy)"
    }
}
