import AntrainPluginABI
import Foundation
import Testing

@Suite struct PluginTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "@NAME@-\(UUID().uuidString)")
        .path(percentEncoded: false)

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func deliversAReminder() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/reminders.txt"
        let plugin = try LoadedLibrary()
        #expect(plugin.open(["path": path]) == Answer(ANTRAIN_OK))
        #expect(plugin.probe() == Answer(ANTRAIN_OK))
        #expect(plugin.deliver(title: "Workout Time!", body: "Today:\nPush Day") == Answer(ANTRAIN_OK))
        #expect(plugin.deliver(title: "Water", body: "") == Answer(ANTRAIN_OK))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Workout Time!: Today: Push Day\nWater\n")
    }

    @Test(arguments: [
        ([:], "missing value for 'path'"), (["path": "/tmp/x", "colour": "red"], "unknown key 'colour'"),
        (["path": "reminders.txt"], "not an absolute path"),
    ])
    func refusesInvalidValues(values: [String: String], reason: String) throws {
        let answer = try LoadedLibrary().open(values)
        #expect(answer.status == Int32(ANTRAIN_REFUSED) && answer.reason.contains(reason) && !answer.remedy.isEmpty)
    }

    @Test func reportsATemporaryFailure() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let plugin = try LoadedLibrary()
        #expect(plugin.open(["path": folder]) == Answer(ANTRAIN_OK))
        let answer = plugin.probe()
        #expect(answer.status == Int32(ANTRAIN_RETRY) && answer.reason.contains(folder) && !answer.remedy.isEmpty)
    }
}
