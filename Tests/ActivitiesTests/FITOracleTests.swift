@testable import Activities
import CivilTime
import Foundation
import TestSupport
import Testing
import Training

/// Files that fit-tool writes, compared with what garmin-fit-sdk reads in them.
@Suite(.requires(.pythonTools)) struct FITOracleTests {
    /// An activity as `read_fit.py` prints it.
    struct Activity: Decodable, Equatable {
        struct Lap: Decodable, Equatable {
            var seconds, metres, heartRate: Int?
        }

        struct StrengthSet: Decodable, Equatable {
            var category, name: String?
            var repetitions, weight: Int?
            var unit: String?
            var seconds: Int?
        }

        var start: Int64
        var offset: Int?
        var kind: String
        var name: String?
        var seconds, metres, kilocalories: Int?
        var laps: [Lap]
        var sets: [StrengthSet]
    }

    @Test(arguments: Share.of(0..<200, 24, "recorded activities"))
    func activitiesAreThoseOfAnIndependentReader(seed: Int) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/activity.fit"
        let written = try python("write_fit.py", "\(seed)", file)
        #expect(written.status == 0, "\(written)")
        let read = try python("read_fit.py", file)
        #expect(read.status == 0, "\(read)")
        let expected = try JSONDecoder().decode([Activity].self, from: Data(read.output.utf8))
        let activities = try RecordedActivity.read([UInt8](try Data(contentsOf: URL(filePath: file))))
        #expect(!expected.isEmpty && activities.map(Self.comparable) == expected)
    }

    private func python(_ script: String, _ arguments: String...) throws -> Finished {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script)
        return try run(Requirement.pythonWithTools, [path.path(percentEncoded: false)] + arguments)
    }

    private static func comparable(_ activity: RecordedActivity) -> Activity {
        Activity(
            start: activity.start.secondsSinceEpoch,
            offset: activity.localOffset,
            kind: activity.kind.code,
            name: activity.name,
            seconds: activity.seconds,
            metres: activity.metres,
            kilocalories: activity.kilocalories,
            laps: activity.laps.map {
                Activity.Lap(seconds: $0.seconds, metres: $0.metres, heartRate: $0.averageHeartRate)
            },
            sets: activity.sets.map {
                Activity.StrengthSet(
                    category: $0.category,
                    name: $0.name,
                    repetitions: $0.repetitions,
                    weight: $0.weight?.thousandths,
                    unit: $0.displayedUnit?.rawValue,
                    seconds: $0.seconds
                )
            }
        )
    }
}
