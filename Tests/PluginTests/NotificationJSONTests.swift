import AntrainPluginABI
@testable import AntrainPluginKit
import Foundation
import TestSupport
import Testing

@Suite struct NotificationJSONTests {
    @Test(arguments: [
        (0, 3600, "null"), (1_795_433_400, 3600, "\"2026-11-23T12:30:00+01:00\""),
        (1_795_433_399, -12_600, "\"2026-11-23T07:59:59-03:30\""), (1_795_433_400, 0, "\"2026-11-23T11:30:00+00:00\""),
    ])
    func theEndUsesTheSameClock(expires: Int64, offset: Int64, expected: String) {
        var notification = antrain_notification()
        notification.size = UInt32(MemoryLayout<antrain_notification>.size)
        notification.expires = expires
        notification.utc_offset_seconds = offset
        #expect(NotificationJSON(DeliveredNotification(&notification)).text.contains("\"expires\":\(expected),"))
    }

    /// A host of version 1.0 passes no end.
    @Test func anOlderHostIsSupported() throws {
        var notification = antrain_notification()
        notification.size = UInt32(try #require(MemoryLayout<antrain_notification>.offset(of: \.expires)))
        notification.expires = 1
        #expect(NotificationJSON(DeliveredNotification(&notification)).text.contains("\"expires\":null,"))
    }

    /// The plugin does not read past the structure of an older host: here that memory is inaccessible.
    @Test func nothingIsReadPastTheStructure() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let pages = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(pages, 2 * page) }
        try #require(mprotect(pages + page, page, PROT_NONE) == 0)
        let size = try #require(MemoryLayout<antrain_notification>.offset(of: \.expires))
        var notification = antrain_notification()
        notification.size = UInt32(size)
        notification.late_seconds = 75
        let place = pages + page - size
        withUnsafeBytes(of: &notification) { place.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: size) }
        let read = DeliveredNotification(UnsafePointer(place.assumingMemoryBound(to: antrain_notification.self)))
        #expect(read.lateSeconds == 75 && read.expires == 0)
    }

    /// A later host passes a larger structure that begins with this version's fields.
    @Test func aNewerHostIsSupported() {
        var notification = antrain_notification()
        notification.size = UInt32(MemoryLayout<antrain_notification>.size + 64)
        notification.expires = 7
        let known = MemoryLayout<antrain_notification>.size
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: known + 64, alignment: 8)
        defer { bytes.deallocate() }
        withUnsafeBytes(of: &notification) {
            bytes.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: known)
        }
        #expect(
            DeliveredNotification(UnsafePointer(bytes.assumingMemoryBound(to: antrain_notification.self))).expires == 7
        )
    }
}
