import Foundation
import TestSupport
import Testing

/// `program copy`, `program edit`, `settings edit`, `reminder delete` and `undo --list`.
@Suite struct EditTests {
    /// An editor that replaces a word of the file with another.
    private func editor(_ from: String, _ to: String) -> [String: String] { ["EDITOR": "sed -i s/\(from)/\(to)/"] }

    @Test func shippedProgramsAreCopied() throws {
        let home = try Home()
        let listed = try home.antrain("program list").output
        #expect(listed.contains("/Programs\n") && listed.contains("antrain program copy"), "\(listed)")
        let copied = try home.antrain("program copy push-pull-legs")
        #expect(
            copied.status == 0 && copied.output.contains("copied push-pull-legs to ~/push-pull-legs.yaml"),
            "\(copied)"
        )
        #expect(try home.antrain("program validate push-pull-legs.yaml").output.contains("valid"))
        let again = try home.antrain("program copy push-pull-legs")
        #expect(again.status == 64 && again.errors.contains("exists; choose another name"), "\(again)")
        #expect(try home.antrain("program copy gzclp mine/my-own.yaml").status == 0)
        let data = try home.antrain("program copy gzclp mine --json").output
        #expect(data.contains("\"path\" : \"\(home.folder.path)/mine/gzclp.yaml\""), "\(data)")
        #expect(try home.antrain("program copy nothing").status == 66)
    }

    @Test func anEditedProgramHasABackup() throws {
        let home = try Home()
        try home.antrain("program copy push-pull-legs mine.yaml")
        let before = try home.folder.read("mine.yaml")
        let run = try home.antrain("program edit mine.yaml", environment: editor("Push.Day", "Shove"))
        #expect(run.status == 0 && run.output == "saved ~/mine.yaml; the previous file is ~/mine.yaml~\n", "\(run)")
        #expect(try home.folder.read("mine.yaml").contains("Shove"))
        #expect(try home.folder.read("mine.yaml~") == before)
        // No other file is left behind.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.folder.path).filter { $0.hasPrefix(".edit") }
                .isEmpty
        )
        #expect(
            try home.antrain("program edit mine.yaml", environment: ["VISUAL": "true"]).output
                == "~/mine.yaml is unchanged\n"
        )
        let shipped = try home.antrain("program edit push-pull-legs", environment: ["VISUAL": "true"])
        #expect(shipped.status == 64 && shipped.errors.contains("antrain program copy push-pull-legs"), "\(shipped)")
    }

    @Test func invalidEditsAreNotSaved() throws {
        let home = try Home.ready()
        let path = ".config/antrain/settings.yaml"
        let before = try home.folder.read(path)
        let run = try home.antrain("settings edit", environment: editor("07:30", "27:30"))
        #expect(run.status == 65 && run.errors.contains("27:30") && run.errors.contains("was not changed"), "\(run)")
        #expect(try home.folder.read(path) == before)
        // The edited text is kept where the message says.
        let folder = home.folder.path + "/.config/antrain"
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".edit-") }
        #expect(kept.count == 1 && run.errors.contains(kept.first ?? "-"), "\(run.errors)")
    }

    @Test func settingsAreEditedAndPlannedAgain() throws {
        let home = try Home.ready()
        #expect(try home.antrain("settings edit", environment: editor("07:30", "06:15")).status == 0)
        #expect(try home.pending().first == "workout/2026-11-23/0615")
        #expect(try home.folder.read(".config/antrain/settings.yaml~").contains("07:30"))
        // If there is no file, the editor starts with an empty one.
        let fresh = try Home()
        let made = try fresh.antrain("settings edit", environment: ["VISUAL": "printf 'time: \"08:00\"\\n' >"])
        #expect(made.status == 0 && made.output == "saved ~/.config/antrain/settings.yaml\n", "\(made)")
        #expect(try fresh.antrain("settings").output.contains("08:00"))
    }

    @Test func editorsThatFailOrAreMissingChangeNothing() throws {
        let home = try Home.ready()
        let failed = try home.antrain("settings edit", environment: ["EDITOR": "false"])
        #expect(failed.status == 69 && failed.errors.contains("exit code 1"), "\(failed)")
        let missing = try home.antrain("settings edit", environment: ["EDITOR": "no-such-editor"])
        #expect(missing.status == 69 && missing.errors.contains("set VISUAL or EDITOR"), "\(missing)")
        #expect(try home.pending().first == "workout/2026-11-23/0730")
        let folder = home.folder.path + "/.config/antrain"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.yaml"])
    }

    /// An editor that saved the file before it failed: the text is kept, named, and listed.
    @Test func theTextOfAFailingEditorIsKept() throws {
        let home = try Home.ready()
        let path = ".config/antrain/settings.yaml"
        let before = try home.folder.read(path)
        let failing = ["EDITOR": "f() { sed -i s/07:30/06:15/ \"$1\"; return 1; }; f"]
        let run = try home.antrain("settings edit", environment: failing)
        let folder = home.folder.path + "/.config/antrain"
        let kept = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix(".edit-") }
        )
        #expect(run.status == 69 && run.errors.contains("exit code 1"), "\(run)")
        #expect(run.errors.contains("the edited text is kept in ~/.config/antrain/\(kept)"), "\(run)")
        #expect(try home.folder.read(path) == before)
        #expect(try home.folder.read(".config/antrain/\(kept)").contains("06:15"))
        let doctor = try home.antrain("doctor").output
        #expect(doctor.contains(kept) && doctor.contains("was not saved"), "\(doctor)")
        #expect(try home.onTerminal("settings edit", "n", environment: failing).contains("Save its text anyway?"))
        #expect(try home.folder.read(path) == before)
        #expect(try home.onTerminal("settings edit", "y", environment: failing).contains("saved ~/.config"))
        #expect(try home.folder.read(path).contains("06:15"))
    }

    /// If the text cannot be saved, the message names the copy.
    @Test func aTextThatCannotBeSavedIsKept() throws {
        let home = try Home.ready()
        let path = home.folder.path + "/.config/antrain/settings.yaml"
        chmod(path, 0o400)
        let run = try home.antrain("settings edit", environment: editor("07:30", "06:15"))
        #expect(
            run.status == 74 && run.errors.contains("the edited text is kept in ~/.config/antrain/.edit-"),
            "\(run)"
        )
    }

    @Test func aChangeByAnotherProcessIsNotOverwritten() throws {
        let home = try Home.ready()
        let other = "\(BuildProducts.path("antrain")) settings --time 09:00; sed -i s/07:30/06:00/"
        let run = try home.antrain("settings edit", environment: ["VISUAL": other])
        #expect(run.status == 75 && run.errors.contains("changed while you edited it"), "\(run)")
        #expect(try home.pending().first == "workout/2026-11-23/0900")
    }

    @Test func onATerminalEditingCanBeRepeated() throws {
        let home = try Home.ready()
        // The first run of the editor breaks the file, and the second one corrects it.
        let script = home.folder.path + "/editor.sh"
        try Data(
            "#!/bin/sh\nif grep -q 07:30 \"$1\"; then sed -i s/07:30/27:30/ \"$1\"; else sed -i s/27:30/06:45/ \"$1\"; fi\n"
                .utf8
        )
        .write(to: URL(fileURLWithPath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let said = try home.onTerminal("settings edit", "y", environment: ["EDITOR": script])
        #expect(said.contains("Edit it again?") && said.contains("saved ~/.config"), "\(said)")
        #expect(try home.pending().first == "workout/2026-11-23/0645")
    }

    @Test func deletionAsksOnATerminal() throws {
        let home = try Home()
        try home.antrain("settings --on")
        for title in ["Tea", "Bread", "Soup"] { try home.antrain("reminder add \(title) --in 45m") }
        let kept = try home.onTerminal("reminder delete 1", "n")
        #expect(kept.contains("Delete reminder 1: Tea?") && kept.contains("was not deleted"), "\(kept)")
        #expect(try home.pending().count == 3)
        #expect(try home.onTerminal("reminder delete 1", "y").contains("deleted reminder 1: Tea"))
        #expect(try !home.onTerminal("reminder delete 2 --yes", "").contains("Delete reminder"))
        // A script is not asked.
        #expect(try home.antrain("reminder delete 3").status == 0)
        #expect(try home.pending().isEmpty)
    }

    /// A pause that covers the date of an earlier answer does not change its name.
    @Test func undoNamesTheWorkoutDespiteALaterPause() throws {
        let home = try Home.ready(now: "2026-11-23T09:00")
        try home.antrain("done")
        try home.antrain("pause --from 2026-11-23 --until 2026-11-29")
        let list = try home.antrain("undo --list")
        #expect(list.output.contains("Push Day"), "\(list)")
        #expect(try home.antrain("undo --list --json").output.contains("\"day\" : \"push\""))
    }

    @Test func undoIsPreviewed() throws {
        let home = try Home.waiting()
        #expect(try Home().antrain("undo --list").output.contains("nothing to undo; 'antrain done' logs a workout"))
        try home.antrain("done")
        try home.antrain("pause --from fri --until sat")
        let list = try home.antrain("undo --list").output
        let lines = list.split(separator: "\n")
        #expect(lines.count == 5 && lines[0].hasPrefix("1") && lines[0].contains("paused: all programs"), "\(list)")
        #expect(lines.count == 5 && lines[1].contains("done: Push Day"), "\(list)")
        #expect(try home.antrain("undo --list --json").output.contains("\"action\" : \"paused\""))
        // The list changes nothing; undo undoes its first line.
        #expect(try home.antrain("undo --list").output == list)
        let undone = try home.antrain("undo")
        #expect((undone.output + undone.errors).contains("paused"))
        #expect(try home.antrain("undo --list").output.split(separator: "\n").count == 4)
    }
}
