import TestSupport
import Testing

/// Several processes start at once in an empty home, as a daemon, cron and a shell may.
@Suite struct FirstRunTests {
    @Test func concurrentFirstRunsCreateOneLedger() throws {
        for _ in 0..<3 {
            let home = try Home()
            try home.folder.write(".config/antrain/settings.yaml", "enabled: on\n")
            let environment = uncounted(["HOME": home.folder.path, "TZ": "UTC", "ANTRAIN_NOW": home.now])
            let commands = try (1...6).map { number in
                try BackgroundProgram(
                    BuildProducts.path("antrain"),
                    ["reminder", "add", "Tea \(number)", "--in", "1h"],
                    environment: environment,
                    log: home.folder.path + "/log\(number)"
                )
            }
            for (place, command) in commands.enumerated() {
                #expect(command.ending(within: 60) == 0, "\((try? home.folder.read("log\(place + 1)")) ?? "")")
            }
            let all = try home.antrain("reminder list").output
            #expect((1...6).allSatisfy { all.contains("Tea \($0)") }, "\(all)")
        }
    }
}
