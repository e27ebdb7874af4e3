internal import AntrainPluginABI
internal import Synchronization

extension PluginExport {
    /// The library's extension with a name.
    static func `extension`(named name: String) -> UnsafeRawPointer? {
        let type = registered.withLock { $0 }
        switch name {
        case ANTRAIN_EXTENSION_SCHEDULE: return (type as? any SchedulingPlugin.Type).map(scheduleExtension)
        case ANTRAIN_EXTENSION_LISTEN where type is any ListeningPlugin.Type: return listenExtension
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
                var key = held.key
                key.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        receive(context, antrain_string(data: $0.baseAddress, length: UInt64($0.count)), held.instant)
                    }
                }
            }
        }
    }

    private nonisolated(unsafe) static let listenExtension: UnsafeRawPointer = {
        let pointer = UnsafeMutablePointer<antrain_listen>.allocate(capacity: 1)
        pointer.initialize(
            to: antrain_listen(
                size: UInt32(MemoryLayout<antrain_listen>.size),
                reserved: 0,
                descriptor: { (PluginExport.box($0)?.plugin as? any ListeningPlugin)?.descriptor ?? -1 },
                attend: { (PluginExport.box($0)?.plugin as? any ListeningPlugin)?.attend() }
            )
        )
        return UnsafeRawPointer(pointer)
    }()
}
