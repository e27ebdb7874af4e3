@testable import Activities
import CivilTime
import TestSupport
import Testing
import Training

/// FIT files that are written byte by byte.
@Suite struct FITFileTests {
    typealias Field = FITBytes.Field

    private static func error(_ bytes: [UInt8]) -> ActivityFileError? {
        do throws(ActivityFileError) {
            _ = try RecordedActivity.read(bytes)
            return nil
        } catch { return error }
    }

    @Test(arguments: [12, 14] as [UInt8]) func aSessionIsAnActivity(headerSize: UInt8) throws {
        let activity = try #require(try RecordedActivity.read(FITBytes.run.file(headerSize: headerSize)).first)
        #expect(activity.start.secondsSinceEpoch == FITBytes.startInstant)
        #expect(activity.kind == .running && activity.seconds == 1800 && activity.metres == nil)
    }

    /// The check value of CRC-16/ARC in the catalogue of parametrised CRC algorithms.
    @Test func theChecksumIsThePublishedOne() {
        #expect(FITReader.checksum(Array("123456789".utf8)[...]) == 0xBB3D)
    }

    @Test(arguments: [12, 14] as [UInt8]) func aBeginningIsIncomplete(headerSize: UInt8) {
        let bytes = FITBytes.run.file(headerSize: headerSize)
        for count in bytes.indices { #expect(Self.error(Array(bytes.prefix(count))) == .incomplete, "\(count) bytes") }
    }

    /// Devices write the length when the recording ends.
    @Test func aFileWhoseLengthIsNotWrittenYetIsIncomplete() {
        var bytes = FITBytes.run.file(headerSize: 12)
        bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        #expect(Self.error(bytes) == .incomplete)
    }

    @Test func aChangedByteIsNeverOverlooked() {
        let bytes = FITBytes.run.file()
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                switch Self.error(changed) {
                case .damaged: break
                // Without '.FIT' it is something else.
                case .noActivity(.unknownFormat) where (8..<12).contains(place): break
                default: Issue.record("byte \(place), bit \(bit): \(String(describing: Self.error(changed)))")
                }
            }
        }
    }

    @Test func aWrongChecksumNamesItsPlace() {
        var bytes = FITBytes.run.file()
        bytes[bytes.count - 3] ^= 1
        #expect(Self.error(bytes) == .damaged(.byte(bytes.count - 2), reason: "the checksum of the file is wrong"))
        #expect(
            Self.error(bytes)?.description
                == "it is damaged at byte \(bytes.count - 2): the checksum of the file is wrong"
        )
    }

    @Test func chainedFilesAreReadOneAfterAnother() throws {
        var settings = FITBytes(type: 2)
        settings.define(1, number: 3, [Field(0, 1, 2)])
        var second = FITBytes()
        second.addSession(sport: 2)
        let run = FITBytes.run.file()
        let all = run + settings.file(headerSize: 12) + second.file()
        #expect(try RecordedActivity.read(all).map(\.kind) == [.running, .cycling])
        #expect(Self.error(all.dropLast()) == .incomplete)
        #expect(Self.error(run + [1]) == .damaged(.byte(run.count), reason: "data behind the end of the file"))
    }

    static let otherKinds: [(FITBytes, ActivityFileError)] = {
        var undefined = FITBytes()
        undefined.messages.append(5)
        var long = FITBytes()
        long.define(1, number: 18, [Field(2, 4, 0x86)])
        long.messages += [1, 0]
        var order = FITBytes()
        order.messages += [0x41, 0, 2, 0, 0, 0]
        var short = FITBytes()
        short.messages += [0x41, 0, 0, 18, 0, 3, 2]
        var relative = FITBytes()
        relative.define(1, number: 20, [Field(3, 1, 2)])
        relative.messages += [0xA0, 60]
        var timeless = FITBytes()
        timeless.addSession(start: .max)
        return [
            (FITBytes(type: 6), .noActivity(.otherFIT(type: 6))),
            (FITBytes(type: 5), .noActivity(.otherFIT(type: 5))),
            (FITBytes(), .noActivity(.emptyFIT)),
            (undefined, .damaged(.byte(25), reason: "a message of type 5, which is not defined")),
            (long, .damaged(.byte(34), reason: "a message that is longer than the rest of the file")),
            (order, .damaged(.byte(27), reason: "an unknown byte order")),
            (short, .damaged(.byte(32), reason: "a definition that is longer than the file")),
            (relative, .damaged(.byte(34), reason: "a relative time without an earlier time")),
            (timeless, .damaged(.byte(40), reason: "a session without a time")),
        ]
    }()

    @Test(arguments: otherKinds.indices) func otherContentsHaveAReason(index: Int) {
        let (file, expected) = Self.otherKinds[index]
        #expect(Self.error(file.file()) == expected)
    }

    @Test func aLaterProtocolIsRefused() {
        #expect(Self.error(FITBytes.run.file(version: 0x30)) == .noActivity(.laterProtocol(version: 3)))
    }

    /// The last five bits of the times begin anew after 31 seconds.
    @Test func compressedTimesContinueTheLastTime() throws {
        var file = FITBytes()
        file.define(1, number: 20, [Field(253, 4, 0x86), Field(5, 4, 0x86)])
        file.messages += [1] + FITBytes.bytes(FITBytes.start) + FITBytes.bytes(0 as UInt32)
        file.define(2, number: 20, [Field(5, 4, 0x86)])
        for second in [10, 35, 66, 66, 90] as [UInt32] {
            file.messages += [0x80 | 2 << 5 | UInt8((FITBytes.start + second) & 0x1F)] + FITBytes.bytes(second * 300)
        }
        let activity = try #require(try RecordedActivity.read(file.file()).first)
        #expect(activity.start.secondsSinceEpoch == FITBytes.startInstant)
        #expect(activity.seconds == 90 && activity.metres == 270)
    }

    /// Whatever type a field has, its invalid value is not a number, and no value overflows.
    @Test(arguments: 0..<32, [0x00, 0x7F, 0x80, 0xFF] as [UInt8])
    func fieldsOfAnyTypeAreReadOrLeftOut(type: Int, byte: UInt8) throws {
        for isBigEndian in [false, true] {
            for size in [1, 2, 3, 4, 8, 16] as [UInt8] {
                var file = FITBytes.run
                let sizes = [Field(9, size, UInt8(type)), Field(8, size, UInt8(type)), Field(253, size, UInt8(type))]
                file.define(2, number: 19, isBigEndian: isBigEndian, sizes)
                file.messages += [2] + [UInt8](repeating: byte, count: 3 * Int(size))
                let activities = try RecordedActivity.read(file.file())
                #expect(activities.first?.laps.count == 1)
                if byte == 0xFF, [2, 4, 6].contains(type) { #expect(activities.first?.laps.first?.metres == nil) }
            }
        }
    }

    @Test func developerFieldsAndUnknownMessagesAreSkipped() throws {
        var file = FITBytes()
        file.define(
            3,
            number: 0xFF00,
            isBigEndian: true,
            [Field(1, 200, 13), Field(2, 0, 13)],
            developer: [0, 7, 0, 1, 255, 0]
        )
        file.messages += [3] + [UInt8](repeating: 0x40, count: 200 + 7 + 255)
        file.addSession(sport: 5)
        #expect(try RecordedActivity.read(file.file()).map(\.kind) == [.swimming])
    }

    @Test func tooManyLapsAreRefused() throws {
        var file = FITBytes.run
        file.define(2, number: 19, [])
        file.messages += [UInt8](repeating: 2, count: RecordedActivity.mostParts - 1)
        #expect(try RecordedActivity.read(file.file()).first?.laps.count == RecordedActivity.mostParts - 1)
        file.messages.append(2)
        #expect(Self.error(file.file()) == .tooMany("laps and sets", limit: RecordedActivity.mostParts))
        let zeros = [UInt8](repeating: 0, count: RecordedActivity.largestFile + 1)
        #expect(Self.error(zeros) == .tooLarge)
    }
}
