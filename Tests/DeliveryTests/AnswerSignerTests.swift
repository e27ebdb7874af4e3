@testable import Delivery
import CivilTime
import DeliverySupport
import Quoting
import Reminders
import TestSupport
import Testing

/// Tokens of notifications.
@Suite struct AnswerSignerTests {
    private let signer = AnswerSigner(secret: Array(0..<32))

    /// `workout/2026-11-23/0730` in Berlin.
    private func workout() -> PlannedNotification { reminder() }

    /// RFC 4231, test cases 1, 2 and 6.
    @Test(
        arguments: [
            (
                Array(repeating: 0x0B as UInt8, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func hashesAreThoseOfTheStandard(key: [UInt8], text: String, digest: String) {
        let bytes = HMAC.sha256(Array(text.utf8), key: key)
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }

    /// Computed with Python's hmac and base64.
    @Test func aTokenIsThatOfAnotherProgram() throws {
        let token = try #require(signer.token(for: workout(), on: "mail"))
        #expect(token == "ke54fdi3tsiyzxotdhfy3y4lqcyt2")
        #expect(signer.matches(token, workout().id, on: "mail"))
        // Mail systems may change the case of an address.
        #expect(signer.matches(token.uppercased(), workout().id, on: "mail"))
    }

    @Test func aTokenIsOnlyForItsReminderChannelAndUser() throws {
        let token = try #require(signer.token(for: workout(), on: "mail"))
        #expect(!signer.matches(token, NotificationID(rawValue: "workout/2026-11-25/0730"), on: "mail"))
        #expect(!signer.matches(token, workout().id, on: "ntfy"))
        #expect(!AnswerSigner(secret: Array(1..<33)).matches(token, workout().id, on: "mail"))
        #expect(!AnswerSigner(secret: []).matches(token, workout().id, on: "mail"))
    }

    /// Each change of a character, and each shortened or lengthened token.
    @Test func noChangedTokenIsValid() throws {
        let token = try #require(signer.token(for: workout(), on: "mail"))
        for index in token.indices {
            for other in "abcdefghijklmnopqrstuvwxyz234567018=+é" where other != token[index] {
                let changed = token[..<index] + "\(other)" + token[token.index(after: index)...]
                #expect(!signer.matches(String(changed), workout().id, on: "mail"), "\(changed)")
            }
            #expect(!signer.matches(String(token[..<index]), workout().id, on: "mail"))
        }
        #expect(!signer.matches(token + "a", workout().id, on: "mail"))
    }

    @Test(
        arguments: [
            ("2026-11-23T06:30:00Z", false), ("2026-12-08T23:59:59Z", false), ("2026-12-09T00:00:00Z", true),
            ("2027-12-09T00:00:00Z", true),
        ]
    )
    func aTokenExpiresAfterTwoWeeks(now: String, hasExpired: Bool) throws {
        let token = try #require(signer.token(for: workout(), on: "mail"))
        #expect(AnswerSigner.hasExpired(token, now: try Instant(parsing: now, in: .utc)) == hasExpired)
    }
}
