@testable import Activities
import Foundation
import TestSupport
import Testing

/// Random files, and files with random changes: whatever the bytes are, reading them ends with activities or an error.
@Suite struct RandomActivityFileTests {
    private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !result.isEmpty {
            let start = Int.random(in: result.indices, using: &random)
            let end = min(start + Int.random(in: 1...12, using: &random), result.count)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: result[start] = UInt8.random(in: .min ... .max, using: &random)
            case 1: result.removeSubrange(start..<end)
            case 2: result.insert(contentsOf: result[start..<end], at: end)
            default:
                result.replaceSubrange(
                    start..<end,
                    with: (start..<end).map { _ in [0, 0x7F, 0xFF].randomElement(using: &random) ?? 0 }
                )
            }
        }
        return result
    }

    /// The checksums are right, so that the messages are read.
    @Test(arguments: 0..<8 as Range<UInt64>) func anyMessagesEndWithAResult(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let known = FITBytes.run.messages
        var outcomes: Set<String> = []
        for round in 0..<2000 {
            var file = FITBytes()
            file.messages =
                round % 2 == 0
                ? Self.mutated(known, &random)
                : (0..<Int.random(in: 1...200, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
            do throws(ActivityFileError) {
                #expect(!(try RecordedActivity.read(file.file())).isEmpty)
                outcomes.insert("read")
            } catch {
                switch error {
                case .damaged(.byte(let place), _):
                    #expect(place <= file.messages.count + 14)
                    outcomes.insert("damaged")
                case .noActivity, .incomplete: outcomes.insert("other")
                default: Issue.record("\(error)")
                }
            }
        }
        #expect(outcomes == ["read", "damaged", "other"])
    }

    @Test(arguments: [XMLFileTests.ride, XMLFileTests.run]) func anyXMLEndsWithAResult(text: String) {
        var random = SplitMix64(seed: UInt64(text.utf8.count))
        for _ in 0..<2000 {
            let bytes = Self.mutated(Array(text.utf8), &random)
            do throws(ActivityFileError) { #expect(!(try RecordedActivity.read(bytes)).isEmpty) } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    /// Eight times the file may take sixteen times the processor time; a quadratic reader takes 64 times as much.
    @Test(arguments: ["records", "definitions", "points", "depth", "text"])
    func theTimeGrowsWithTheSize(what: String) {
        func time(_ size: Int) -> Duration {
            let bytes = Self.file(what, size)
            return (0..<3).map { _ in processorTime { _ = try? RecordedActivity.read(bytes) } }.min() ?? .zero
        }
        let (small, large) = (time(1 << 16), time(1 << 19))
        #expect(large < small * 16 + .milliseconds(10), "\(what): \(small), \(large)")
    }

    /// A file of about that size.
    private static func file(_ what: String, _ size: Int) -> [UInt8] {
        var file = FITBytes.run
        let fields = (0..<255).map { FITBytes.Field(UInt8($0), 1, 2) }
        let noBytes = (0..<255).map { _ in FITBytes.Field(7, 0, 2) }
        switch what {
        case "records":
            file.define(2, number: 20, noBytes)
            file.messages += [UInt8](repeating: 2, count: size)
        case "definitions":
            while file.messages.count < size {
                file.define(2, number: 20, fields)
                file.messages += [2] + [UInt8](repeating: 1, count: 255)
            }
        case "points":
            let point = "<trkpt lat='1' lon='1'><time>2026-11-24T08:00:00Z</time></trkpt>"
            return Array("<gpx><trk><trkseg>\(String(repeating: point, count: size / 64))</trkseg></trk></gpx>".utf8)
        case "depth":
            return Array(String(repeating: "<gpx>", count: 60).utf8)
                + Array(String(repeating: "<a></a>", count: size / 7).utf8)
        default: return Array("<gpx><trk><name>\(String(repeating: "&amp;", count: size / 5))</name></trk></gpx>".utf8)
        }
        return file.file()
    }
}
