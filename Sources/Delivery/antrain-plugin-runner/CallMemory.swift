import AntrainPluginABI
import CLinux
import RunnerProtocol

/// The memory that a call lends to the plugin; freed after the call.
///
/// Each text ends at an inaccessible page: a plugin that reads past the end of a text, or keeps a text longer than the call,
/// crashes immediately. On the heap it would read adjacent memory, possibly another channel's secret, and seem to work.
final class CallMemory {
    private var texts: [(start: UnsafeMutablePointer<CChar>, length: Int)] = []
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    /// A page and its guard are two of the 65,530 mappings that a process may have; further texts are on the heap.
    private static let mostGuarded = 4096

    deinit {
        for text in texts { antrain_text_close(text.start, text.length) }
        for buffer in buffers { buffer.deallocate() }
    }

    func string(_ text: String) -> antrain_string {
        var text = text
        return text.withUTF8 { bytes in
            let start = guarded(UnsafeRawBufferPointer(bytes)) ?? unguarded(UnsafeRawBufferPointer(bytes))
            return antrain_string(data: start, length: UInt64(bytes.count))
        }
    }

    private func guarded(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        guard texts.count < CallMemory.mostGuarded, let start = antrain_text_open(bytes.baseAddress, bytes.count) else {
            return nil
        }
        texts.append((start, bytes.count))
        return UnsafePointer(start)
    }

    private func unguarded(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        buffer.copyMemory(from: bytes)
        buffers.append(buffer)
        return UnsafePointer(buffer.baseAddress?.assumingMemoryBound(to: CChar.self))
    }

    func notification(_ wire: WireNotification, _ body: (UnsafePointer<antrain_notification>) -> Int32) -> Int32 {
        let items = wire.items.map { item in
            antrain_item(
                program_id: string(item.programID),
                program_name: string(item.programName),
                day_id: string(item.dayID),
                day_name: string(item.dayName),
                week: item.week
            )
        }
        let actions = wire.actions.map { action in
            antrain_action(id: string(action.id), label: string(action.label), command: string(action.command))
        }
        let attributes = wire.attributes.map { antrain_pair(key: string($0.key), value: string($0.value)) }
        return items.withUnsafeBufferPointer { items in
            actions.withUnsafeBufferPointer { actions in
                attributes.withUnsafeBufferPointer { attributes in call(wire, items, actions, attributes, body) }
            }
        }
    }

    private func call(
        _ wire: WireNotification,
        _ items: UnsafeBufferPointer<antrain_item>,
        _ actions: UnsafeBufferPointer<antrain_action>,
        _ attributes: UnsafeBufferPointer<antrain_pair>,
        _ body: (UnsafePointer<antrain_notification>) -> Int32
    ) -> Int32 {
        var notification = antrain_notification()
        notification.size = UInt32(MemoryLayout<antrain_notification>.size)
        notification.flags = wire.flags
        notification.id = string(wire.id)
        notification.key = string(wire.key)
        notification.category = string(wire.category)
        notification.title = string(wire.title)
        notification.body = string(wire.body)
        notification.date = string(wire.date)
        notification.weekday = string(wire.weekday)
        notification.fire_at = string(wire.fireAt)
        notification.zone = string(wire.zone)
        notification.link = string(wire.link)
        notification.instant = wire.instant
        notification.late_seconds = wire.lateSeconds
        notification.utc_offset_seconds = wire.utcOffsetSeconds
        notification.items = items.baseAddress
        notification.item_count = UInt64(items.count)
        notification.actions = actions.baseAddress
        notification.action_count = UInt64(actions.count)
        notification.attributes = attributes.baseAddress
        notification.attribute_count = UInt64(attributes.count)
        notification.expires = wire.expires
        return body(&notification)
    }
}
