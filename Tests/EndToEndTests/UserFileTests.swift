import Foundation
import TestSupport
import Testing

/// Changes to files that belong to the user.
@Suite struct UserFileTests {
    private static let path = ".config/antrain/settings.yaml"

    @Test func concurrentEditsOfTheSettingsAllSurvive() async throws {
        let home = try Home.ready()
        for round in 1...12 {
            let edits = [
                ["--time", "06:\(10 + round)"], ["--horizon", "\(round)"], ["--snooze", "\(round)m"],
                ["--grace", "\(round)h"],
            ]
            try await withThrowingTaskGroup(of: Int32.self) { group in
                for edit in edits {
                    let (program, environment) = (BuildProducts.path("antrain"), home.environment)
                    group.addTask { try run(program, ["settings"] + edit, environment: environment).status }
                }
                for try await status in group { #expect(status == 0) }
            }
            let text = try home.folder.read(Self.path)
            for edit in edits {
                let key = edit[0].dropFirst(2)
                #expect(
                    text.contains("\(key): \(edit[1])") || text.contains("\(key): \"\(edit[1])\""),
                    "\(edit): \(text)"
                )
            }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/.config/antrain") == [
                "settings.yaml"
            ]
        )
    }

    @Test(arguments: [true, false]) func aLinkedSettingsFileStaysALinkAndKeepsItsMode(isThere: Bool) throws {
        let home = try Home()
        try FileManager.default.createDirectory(
            atPath: home.folder.path + "/dotfiles",
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            atPath: home.folder.path + "/.config/antrain",
            withIntermediateDirectories: true
        )
        if isThere { try home.folder.write("dotfiles/antrain.yaml", "horizon: 3\n", mode: 0o640) }
        let link = home.folder.path + "/" + Self.path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../dotfiles/antrain.yaml")
        #expect(try home.antrain("settings --time 06:15").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../../dotfiles/antrain.yaml")
        #expect(try home.folder.read("dotfiles/antrain.yaml").contains("06:15"))
        let mode = try FileManager.default.attributesOfItem(atPath: home.folder.path + "/dotfiles/antrain.yaml")[
            .posixPermissions
        ]
        #expect(mode as? Int == (isThere ? 0o640 : 0o600))
    }

    @Test func leftoversOfKilledProcessesAreRemoved() throws {
        let home = try Home.ready()
        let folder = home.folder.path + "/.config/antrain"
        try home.folder.write(".config/antrain/.antrain-4711.tmp", "half a set")
        try home.folder.write(".config/antrain/.antrain-notes.tmp", "the user's")
        #expect(try home.antrain("settings --time 06:15").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                ".antrain-notes.tmp", "settings.yaml",
            ]
        )
    }
}
