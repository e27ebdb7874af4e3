import CivilTime
import Foundation
import TestSupport
import Testing

/// Damaged time zone files, each in its own database folder.
@Suite struct ZoneFileTests {
    private static let good = (try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))) ?? Data()

    private func error(for bytes: Data) throws -> CivilTimeError? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "antrain-zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try bytes.write(to: folder.appending(path: "Broken"))
        do {
            _ = try ZoneDatabase(directories: [folder.path(percentEncoded: false)]).zone(named: "Broken")
            return nil
        } catch {
            return error
        }
    }

    private func reason(_ bytes: Data) throws -> String {
        guard case .damagedZoneFile(_, let reason) = try error(for: bytes) else { return "no error" }
        return reason
    }

    @Test func everyTruncationIsRefused() throws {
        #expect(try error(for: Self.good) == nil)
        for length in stride(from: 0, to: Self.good.count - 1, by: 7) {
            #expect(try error(for: Self.good.prefix(length)) != nil, "cut at \(length)")
        }
    }

    @Test func garbageIsRefusedWithItsReason() throws {
        #expect(try reason(Data("hello, I am no zone file at all".utf8)) == "it does not start with TZif")
        #expect(try reason(Self.good.dropLast(6) + Data("oops\n".utf8)).contains("invalid rule"))
        var counts = Self.good
        counts[40] = 0xFF
        #expect(try reason(counts) == "its header has an invalid count")
    }

    @Test func mutatedFilesNeverCrash() throws {
        var random = SplitMix64(seed: 9636)
        for _ in 0..<300 {
            var bytes = Self.good
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            _ = try error(for: bytes)
        }
    }

    @Test func leapSecondZonesAreRefused() {
        let zones = ZoneDatabase(directories: ["/usr/share/zoneinfo/right"])
        guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/right/UTC") else { return }
        let error = #expect(throws: CivilTimeError.self) { try zones.zone(named: "Europe/Berlin") }
        #expect(error?.description.contains("leap seconds") == true)
    }
}
