import TestSupport
import Testing

/// Locales from the environment, and the remembered locale.
@Suite struct NamedLocaleTests {
    @Test func anExplicitLocaleCounts() throws {
        let home = try Home.ready()
        let german = ["LC_ALL": "de_DE.UTF-8"]
        try home.antrain("settings --time 07:30", environment: german)
        try home.antrain("schedule-next", environment: german)
        func week(_ environment: [String: String]) throws -> String {
            try home.antrain("week", environment: environment).output
        }
        #expect(try week([:]).contains("Mo 23. Nov"))
        for named in [["LC_ALL": "C"], ["LANG": "C.UTF-8"], ["LC_ALL": "POSIX"], ["LC_ALL": "pt_BR.UTF-8"]] {
            #expect(try week(named).contains("Mon 23 Nov"), "\(named)")
        }
        #expect(try week(["LC_ALL": "", "LANG": ""]).contains("Mo 23. Nov"))
        #expect(try home.antrain("today", environment: ["LC_ALL": "C"]).output.hasPrefix("Today, Sun 22 Nov"))
    }
}
