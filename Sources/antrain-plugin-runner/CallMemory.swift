import AntrainPluginABI
import RunnerWire

/// The memory that one call to a plugin borrows; freed when the call is over.
final class CallMemory {
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    deinit {
        for buffer in buffers { buffer.deallocate() }
    }

    func string(_ text: String) -> antrain_string {
        var text = text
        let buffer = text.withUTF8 { bytes in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
            buffer.copyMemory(from: UnsafeRawBufferPointer(bytes))
            return buffer
        }
        buffers.append(buffer)
        return antrain_string(
            data: UnsafePointer(buffer.baseAddress?.assumingMemoryBound(to: CChar.self)),
            length: UInt64(text.utf8.count)
        )
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
