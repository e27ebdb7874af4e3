import Glibc
@testable import Platform
import Logging
import SystemPackage
import TestSupport
import Testing

@Suite struct JournalLogTests {
    /// The messages that a socket in place of the journal receives.
    private func received(_ body: (Logger, LogFailures) -> Void) throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let failures = LogFailures()
        body(
            Logger(label: "antrain") { _ in JournalLogHandler(FilePath(path), level: .info, failures: failures) },
            failures
        )
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func messagesHaveFields() throws {
        let text = try received { logger, failures in
            logger.debug("not logged at this level")
            logger.warning("not delivered", metadata: ["channel": "mail", "id": "workout/2026-11-23/0730"])
            #expect(failures.last == nil)
        }
        #expect(
            text == """
                PRIORITY=4
                SYSLOG_IDENTIFIER=antrain
                MESSAGE=not delivered channel=mail id=workout/2026-11-23/0730
                ANTRAIN_CHANNEL=mail
                ANTRAIN_ID=workout/2026-11-23/0730

                """
        )
    }

    /// A line feed in a text cannot add a field.
    @Test func textsCannotAddFields() throws {
        let text = try received { logger, _ in logger.error("a\nPRIORITY=0", metadata: ["reason": "b\nMESSAGE=c"]) }
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("PRIORITY=") || $0.hasPrefix("MESSAGE=") }.count == 2)
    }

    @Test func aMissingJournalIsReported() {
        let failures = LogFailures()
        let logger = Logger(label: "antrain") { _ in
            JournalLogHandler(FilePath(nowhere), level: .info, failures: failures)
        }
        logger.info("lost")
        #expect(failures.last == "\(nowhere): No such file or directory")
    }
}
