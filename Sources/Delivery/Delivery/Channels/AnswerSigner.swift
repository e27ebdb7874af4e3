public import CivilTime
internal import Quoting
public import Reminders

/// Signs notifications, so that an answer from a place to which others can also write, such as a mailbox, shows that its sender has seen the
/// notification.
///
/// A token is an HMAC-SHA-256 (RFC 2104) over the notification, its channel and the day on which the token expires. It does not contain
/// the action: whoever has the token can give any answer.
public struct AnswerSigner: Sendable {
    /// A token is valid until the end of this many days after the scheduled day, in UTC.
    public static let days = 15
    /// The number of bytes of the HMAC in a token: half of it, the least that RFC 2104, 5, recommends.
    private static let macBytes = 16
    private static let secondsPerDay: Int64 = 86_400

    private let secret: [UInt8]

    /// - Parameter secret: 32 random bytes; with an empty one, no token is valid.
    public init(secret: [UInt8]) { self.secret = secret }

    /// The token of a notification on a channel: 29 lowercase letters and digits, the same each time; nil if it cannot be answered.
    public func token(for notification: PlannedNotification, on channel: String) -> String? {
        let scheduled = notification.instant.secondsSinceEpoch / AnswerSigner.secondsPerDay
        let day = scheduled + Int64(AnswerSigner.days)
        guard !notification.actions().isEmpty, let expiry = UInt16(exactly: day) else { return nil }
        return token(notification.id, expiring: expiry, on: channel)
    }

    private func token(_ id: NotificationID, expiring day: UInt16, on channel: String) -> String {
        let bytes = [UInt8(day >> 8), UInt8(day & 0xFF)]
        let text = ["antrain answer 1", "\(day)", channel, id.rawValue].joined(separator: "\n")
        return Base32.encode(bytes + mac(Array(text.utf8)).prefix(AnswerSigner.macBytes))
    }

    /// Whether a token belongs to a notification on a channel, whether it has expired or not.
    public func matches(_ token: String, _ id: NotificationID, on channel: String) -> Bool {
        let token = token.lowercased()
        guard !secret.isEmpty, let day = AnswerSigner.expiry(of: token) else { return false }
        let expected = Array(self.token(id, expiring: day, on: channel).utf8)
        let given = Array(token.utf8)
        // The time does not depend on the first byte that differs.
        return given.count == expected.count && zip(given, expected).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether the last day of a token is over.
    public static func hasExpired(_ token: String, now: Instant) -> Bool {
        expiry(of: token.lowercased()).map { now.secondsSinceEpoch / secondsPerDay > Int64($0) } ?? true
    }

    /// The day in UTC of the reminder to which a token belongs if it is right; nil if it is no token.
    public static func scheduledDay(of token: String) -> Range<Instant>? {
        guard let day = expiry(of: token.lowercased()) else { return nil }
        let start = (Int64(day) - Int64(days)) * secondsPerDay
        return Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: start + secondsPerDay)
    }

    /// The last day on which a token is valid, in days since 1970-01-01 in UTC; nil if it is no token.
    private static func expiry(of token: String) -> UInt16? {
        guard let bytes = Base32.decode(token), bytes.count == 2 + macBytes else { return nil }
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    /// HMAC with SHA-256 (RFC 2104); `CLibCrypto` explains why antrain does not use OpenSSL's.
    private func mac(_ text: [UInt8]) -> [UInt8] { HMAC.sha256(text, key: secret) }
}
