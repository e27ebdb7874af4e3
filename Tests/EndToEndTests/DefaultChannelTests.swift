import Foundation
import TestSupport
import Testing

/// The channel of a new home is chosen once, by a person's command; `DesktopChoiceTests` has a desktop.
@Suite struct DefaultChannelTests {
    private static let file = ".config/antrain/settings.yaml"
    private static let choice =
        "set channels: console (your open terminals, because no desktop here shows notifications)\n"

    @Test(arguments: [[:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(nowhere)/bus"], ["XDG_RUNTIME_DIR": nowhere]])
    func withoutADesktopItIsTheConsole(environment: [String: String]) throws {
        let home = try Home()
        let first = try home.antrain("settings --time 07:30", environment: environment)
        #expect(first.status == 0 && first.output.contains(Self.choice), "\(first)")
        #expect(try home.folder.read(Self.file).hasSuffix("\nchannels: [console]\n"))
        let second = try home.antrain("settings --time 08:00", environment: environment)
        #expect(second.status == 0 && !second.output.contains("channels"), "\(second)")
    }

    @Test func theQuestionAtTheActivationChooses() throws {
        let home = try Home()
        let said = try home.onTerminal("program activate push-pull-legs", "e", environment: ["COLUMNS": "200"])
        #expect(said.contains(Self.choice.dropLast()), "\(said)")
        #expect(try home.folder.read(Self.file).contains("channels: [console]"))
    }

    @Test func theUsersChannelsAndExistingHomesAreKept() throws {
        let named = try Home()
        #expect(try !named.antrain("settings --time 07:30 --channels log").output.contains("console"))
        #expect(try named.folder.read(Self.file).contains("channels: [log]"))
        let existing = try Home()
        try existing.folder.write(Self.file, "enabled: on\ntime: 07:30\n")
        for line in ["program activate push-pull-legs", "settings --time 08:00"] { try existing.antrain(line) }
        #expect(try !existing.folder.read(Self.file).contains("channels"))
        // The last good settings are known.
        try FileManager.default.removeItem(atPath: existing.folder.path + "/" + Self.file)
        #expect(try !existing.antrain("settings --time 09:00").output.contains("channels"))
        #expect(try !existing.folder.read(Self.file).contains("channels"))
    }

    @Test func scheduledRunsChooseNothing() throws {
        let home = try Home()
        for line in ["program activate push-pull-legs", "schedule-next", "deliver"] {
            try home.antrain(line, environment: ["INVOCATION_ID": "0123456789abcdef"])
        }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.file))
        // The choice is still to be made.
        #expect(try home.antrain("settings --time 07:30").output.contains(Self.choice))
    }

    /// An undo of the first change takes the choice back, and the next change makes it again.
    @Test func anUndoneChoiceIsMadeAgain() throws {
        let home = try Home()
        for line in ["settings --time 07:30", "undo"] { #expect(try home.antrain(line).status == 0) }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.file))
        #expect(try home.antrain("settings --time 08:00").output.contains(Self.choice))
    }
}
