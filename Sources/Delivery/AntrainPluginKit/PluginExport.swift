public import AntrainPluginABI
internal import Synchronization

/// Exports a `DeliveryPlugin` through the C interface.
public enum PluginExport {
    /// The only plugin of this library.
    static let registered = Mutex<(any DeliveryPlugin.Type)?>(nil)

    /// The return value of the library's entry.
    ///
    /// - Parameters:
    ///   - type: the plugin.
    ///   - host: the argument of the entry.
    public static func entry(_ type: any DeliveryPlugin.Type, host: UnsafePointer<antrain_host>) -> UnsafePointer<
        antrain_plugin
    >? {
        registered.withLock { $0 = type }
        let manifest = type.manifest
        let (paths, sockets) = (permanent(manifest.paths), permanent(manifest.sockets))
        let keys = UnsafeMutableBufferPointer<antrain_key>.allocate(capacity: manifest.keys.count)
        for (index, key) in manifest.keys.enumerated() {
            keys.initializeElement(
                at: index,
                to: antrain_key(
                    name: permanent(key.name),
                    help: permanent(key.help),
                    default_value: permanent(key.defaultValue),
                    type: key.type.rawValue,
                    flags: key.flags
                )
            )
        }
        let plugin = UnsafeMutablePointer<antrain_plugin>.allocate(capacity: 1)
        plugin.initialize(
            to: antrain_plugin(
                size: UInt32(MemoryLayout<antrain_plugin>.size),
                abi_minor: UInt32(ANTRAIN_PLUGIN_ABI_MINOR),
                name: permanent(manifest.name),
                version: permanent(manifest.version),
                summary: permanent(manifest.summary),
                author: permanent(manifest.author),
                capabilities: capabilities(type),
                keys: UnsafePointer(keys.baseAddress),
                key_count: UInt64(manifest.keys.count),
                open: { PluginExport.open($0, $1, $2, $3, $4) },
                probe: { PluginExport.probe($0, $1) },
                deliver: { PluginExport.deliver($0, $1, $2) },
                cancel: type is any CancellingPlugin.Type ? { PluginExport.cancel($0, $1, $2) } : nil,
                close: { PluginExport.close($0) },
                get_extension: { PluginExport.extension(named: String($0)) },
                needs: UInt64(manifest.needs.rawValue),
                paths: UnsafePointer(paths.baseAddress),
                path_count: UInt64(manifest.paths.count),
                sockets: UnsafePointer(sockets.baseAddress),
                socket_count: UInt64(manifest.sockets.count)
            )
        )
        return UnsafePointer(plugin)
    }

    private static func capabilities(_ type: any DeliveryPlugin.Type) -> UInt64 {
        UInt64(ANTRAIN_CAPABILITY_DELIVER)
            | (type is any SchedulingPlugin.Type ? UInt64(ANTRAIN_CAPABILITY_SCHEDULE) : 0)
            | (type is any AnsweringPlugin.Type ? UInt64(ANTRAIN_CAPABILITY_ACTIONS) : 0)
            | (type.manifest.canBeQuiet ? UInt64(ANTRAIN_CAPABILITY_QUIET) : 0)
            | (type.manifest.takesTokens ? UInt64(ANTRAIN_CAPABILITY_TOKENS) : 0)
    }

    /// A text that stays valid as long as the process runs, as the ABI requires for an entry's return value.
    private static func permanent(_ text: String) -> antrain_string {
        let bytes = Array(text.utf8)
        let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(1, bytes.count))
        for (index, byte) in bytes.enumerated() { buffer.initializeElement(at: index, to: CChar(bitPattern: byte)) }
        return antrain_string(data: UnsafePointer(buffer.baseAddress), length: UInt64(bytes.count))
    }

    private static func permanent(_ texts: [String]) -> UnsafeMutableBufferPointer<antrain_string> {
        let buffer = UnsafeMutableBufferPointer<antrain_string>.allocate(capacity: texts.count)
        for (index, text) in texts.enumerated() { buffer.initializeElement(at: index, to: permanent(text)) }
        return buffer
    }

    typealias Result = UnsafeMutablePointer<antrain_result>?

    private static func open(
        _ host: UnsafePointer<antrain_host>?,
        _ values: UnsafePointer<antrain_pair>?,
        _ count: UInt64,
        _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ result: Result
    ) -> Int32 {
        guard let type = registered.withLock({ $0 }), let host, let instance else { return refused }
        let pairs = UnsafeBufferPointer(start: values, count: Int(count)).map { (String($0.key), String($0.value)) }
        return outcome(result) { () throws(PluginFailure) in
            let values = PluginValues(pairs, manifest: type.manifest)
            if let key = values.unknownKeys.first {
                throw .final(
                    "unknown key '\(key)' for plugin \(type.manifest.name)",
                    remedy: "valid keys: \(type.manifest.keys.map(\.name).joined(separator: ", "))"
                )
            }
            if let key = values.missingKeys.first {
                throw .final("missing value for '\(key)'", remedy: "set it under 'configure' in settings.yaml")
            }
            let plugin = try type.init(values: values, host: PluginHost(host))
            instance.pointee = Unmanaged.passRetained(PluginBox(plugin)).toOpaque()
        }
    }

    private static func probe(_ instance: UnsafeMutableRawPointer?, _ result: Result) -> Int32 {
        guard let plugin = box(instance)?.plugin else { return refused }
        return outcome(result) { () throws(PluginFailure) in try plugin.probe() }
    }

    private static func deliver(
        _ instance: UnsafeMutableRawPointer?,
        _ notification: UnsafePointer<antrain_notification>?,
        _ result: Result
    ) -> Int32 {
        guard let plugin = box(instance)?.plugin, let notification else { return refused }
        return outcome(result) { () throws(PluginFailure) in
            try plugin.deliver(DeliveredNotification(notification))
        }
    }

    private static func cancel(_ instance: UnsafeMutableRawPointer?, _ id: antrain_string, _ result: Result) -> Int32 {
        guard let plugin = box(instance)?.plugin as? any CancellingPlugin else { return refused }
        return outcome(result) { () throws(PluginFailure) in try plugin.cancel(String(id)) }
    }

    private static func close(_ instance: UnsafeMutableRawPointer?) {
        if let instance { Unmanaged<PluginBox>.fromOpaque(instance).release() }
    }

    static func box(_ instance: UnsafeMutableRawPointer?) -> PluginBox? {
        instance.map { Unmanaged<PluginBox>.fromOpaque($0).takeUnretainedValue() }
    }

    static var refused: Int32 { Int32(ANTRAIN_REFUSED) }

    static func outcome(_ result: Result, _ body: () throws(PluginFailure) -> Void) -> Int32 {
        do {
            try body()
            return Int32(ANTRAIN_OK)
        } catch {
            if let result {
                result.pointee.retry_after_seconds = error.retryAfter
                withUnsafeMutableBytes(of: &result.pointee.reason) { fill($0, with: error.reason) }
                withUnsafeMutableBytes(of: &result.pointee.remedy) { fill($0, with: error.remedy) }
            }
            return error.isPassing ? Int32(ANTRAIN_RETRY) : refused
        }
    }

    /// Writes as many whole characters as fit, and a NUL.
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, with text: String) {
        var count = 0
        for character in text.unicodeScalars {
            let bytes = Array(String(character).utf8)
            guard count + bytes.count < buffer.count else { break }
            for byte in bytes {
                buffer[count] = byte
                count += 1
            }
        }
        buffer[count] = 0
    }
}

/// Keeps a plugin alive between its calls.
final class PluginBox {
    let plugin: any DeliveryPlugin

    init(_ plugin: any DeliveryPlugin) { self.plugin = plugin }
}

extension PluginExport {
    /// The library's extension with a name.
    static func `extension`(named name: String) -> UnsafeRawPointer? {
        let type = registered.withLock { $0 }
        switch name {
        case ANTRAIN_EXTENSION_SCHEDULE: return (type as? any SchedulingPlugin.Type).map(scheduleExtension)
        case ANTRAIN_EXTENSION_ANSWERS: return (type as? any AnsweringPlugin.Type).map(answersExtension)
        default: return nil
        }
    }

    private static func scheduleExtension(_ type: any SchedulingPlugin.Type) -> UnsafeRawPointer {
        let pointer = UnsafeMutablePointer<antrain_schedule>.allocate(capacity: 1)
        pointer.initialize(
            to: antrain_schedule(
                size: UInt32(MemoryLayout<antrain_schedule>.size),
                limit: UInt32(clamping: type.pendingLimit),
                schedule: { PluginExport.schedule($0, $1, $2) },
                cancel: { PluginExport.unschedule($0, $1, $2) },
                list: { PluginExport.list($0, $1, $2, $3) }
            )
        )
        return UnsafeRawPointer(pointer)
    }

    private static func scheduling(_ instance: UnsafeMutableRawPointer?) -> (any SchedulingPlugin)? {
        box(instance)?.plugin as? any SchedulingPlugin
    }

    private static func schedule(
        _ instance: UnsafeMutableRawPointer?,
        _ notification: UnsafePointer<antrain_notification>?,
        _ result: Result
    ) -> Int32 {
        guard let plugin = scheduling(instance), let notification else { return refused }
        return outcome(result) { () throws(PluginFailure) in
            try plugin.schedule(DeliveredNotification(notification))
        }
    }

    private static func unschedule(_ instance: UnsafeMutableRawPointer?, _ key: antrain_string, _ result: Result)
        -> Int32
    {
        guard let plugin = scheduling(instance) else { return refused }
        return outcome(result) { () throws(PluginFailure) in try plugin.unschedule(key: String(key)) }
    }

    private static func list(
        _ instance: UnsafeMutableRawPointer?,
        _ receive: (@convention(c) (UnsafeMutableRawPointer?, antrain_string, Int64) -> Void)?,
        _ context: UnsafeMutableRawPointer?,
        _ result: Result
    ) -> Int32 {
        guard let plugin = scheduling(instance), let receive else { return refused }
        return outcome(result) { () throws(PluginFailure) in
            for held in try plugin.held() {
                held.key.lent { receive(context, $0, held.instant) }
            }
        }
    }

    private static func answersExtension(_ type: any AnsweringPlugin.Type) -> UnsafeRawPointer {
        let pointer = UnsafeMutablePointer<antrain_answers>.allocate(capacity: 1)
        pointer.initialize(
            to: antrain_answers(
                size: UInt32(MemoryLayout<antrain_answers>.size),
                flags: type.keepsAnswers ? UInt32(ANTRAIN_ANSWERS_KEPT) : 0,
                descriptor: { PluginExport.answering($0)?.descriptor ?? -1 },
                collect: { PluginExport.collect($0, $1, $2, $3) },
                settle: { PluginExport.settle($0, $1, $2, $3, $4) },
                kept_for: { PluginExport.answering($0)?.secondsKept ?? 0 },
                check: { PluginExport.checkAnswers($0, $1) }
            )
        )
        return UnsafeRawPointer(pointer)
    }

    private static func answering(_ instance: UnsafeMutableRawPointer?) -> (any AnsweringPlugin)? {
        box(instance)?.plugin as? any AnsweringPlugin
    }

    private static func collect(
        _ instance: UnsafeMutableRawPointer?,
        _ receive: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<antrain_answer>?) -> Void)?,
        _ context: UnsafeMutableRawPointer?,
        _ result: Result
    ) -> Int32 {
        guard let plugin = answering(instance), let receive else { return refused }
        return outcome(result) { () throws(PluginFailure) in
            for given in try plugin.answers() {
                var answer = antrain_answer()
                answer.size = UInt32(MemoryLayout<antrain_answer>.size)
                answer.instant = given.instant
                given.id.lent { id in
                    given.notification.lent { notification in
                        given.action.lent { action in
                            given.detail.lent { detail in
                                given.token.lent { token in
                                    (answer.id, answer.notification_id) = (id, notification)
                                    (answer.action, answer.detail, answer.token) = (action, detail, token)
                                    receive(context, &answer)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func checkAnswers(_ instance: UnsafeMutableRawPointer?, _ result: Result) -> Int32 {
        guard let plugin = answering(instance) else { return refused }
        return outcome(result) { () throws(PluginFailure) in try plugin.checkAnswers() }
    }

    private static func settle(
        _ instance: UnsafeMutableRawPointer?,
        _ answer: antrain_string,
        _ outcome: Int32,
        _ text: antrain_string,
        _ result: Result
    ) -> Int32 {
        guard let plugin = answering(instance) else { return refused }
        return PluginExport.outcome(result) { () throws(PluginFailure) in
            try plugin.settle(String(answer), recorded: outcome == Int32(ANTRAIN_ANSWER_RECORDED), text: String(text))
        }
    }
}
