import TestSupport
import Testing

@Suite struct LanguageTests {
    /// Cron has no locale; antrain keeps the language of the user's last shell.
    @Test func remindersStayInTheUsersLanguageUnderCron() throws {
        let home = try Home()
        try home.antrain("program activate push-pull-legs", environment: ["LANG": "de_DE.UTF-8"])
        try home.antrain("settings --time 07:30", environment: ["LANG": "de_DE.UTF-8"])
        #expect(
            try home.antrain("schedule-next --verbose").output.contains("0 hinzugefügt, 0 gestrichen, 3 unverändert")
        )
        home.now = "2026-11-23T07:30"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.contains("Zeit fürs Training!") && sent.contains("Heute: Push Day"))
        #expect(try home.antrain("open workout/2026-11-23/0730").output.contains("Als erledigt markieren"))
        #expect(try home.antrain("settings --language fr --verbose").errors.contains("2 modifiés"))
        #expect(try home.antrain("pending").output.contains("mer. 25 nov. à 07:30  Pull Day"))
        #expect(try home.antrain("settings --language auto --verbose").errors.contains("2 geändert"))
        #expect(try home.antrain("settings --language xx").status == 64)
        #expect(try home.antrain("settings").output.contains("auto (de)"))
    }
}
