import AntrainPluginABI
@testable import AntrainPluginKit
import TestSupport
import Testing

@Suite struct NotificationJSONTests {
    @Test(arguments: [
        (0, 3600, "null"), (1_795_433_400, 3600, "\"2026-11-23T12:30:00+01:00\""),
        (1_795_433_399, -12_600, "\"2026-11-23T07:59:59-03:30\""), (1_795_433_400, 0, "\"2026-11-23T11:30:00+00:00\""),
    ])
    func itsEndIsToldByTheSameClock(expires: Int64, offset: Int64, expected: String) {
        var notification = antrain_notification()
        notification.size = UInt32(MemoryLayout<antrain_notification>.size)
        notification.expires = expires
        notification.utc_offset_seconds = offset
        #expect(NotificationJSON(DeliveredNotification(notification)).text.contains("\"expires\":\(expected),"))
    }

    /// A host of version 1.0 knows of no end.
    @Test func anOlderHostIsUnderstood() throws {
        var notification = antrain_notification()
        notification.size = UInt32(try #require(MemoryLayout<antrain_notification>.offset(of: \.expires)))
        notification.expires = 1
        #expect(NotificationJSON(DeliveredNotification(notification)).text.contains("\"expires\":null,"))
    }
}
