import Foundation
import TestSupport
import Testing

/// Whoever is promised a reminder learns at once if nothing runs antrain.
@Suite struct TriggerPromiseTests {
    private static let notice =
        "antrain: warning: nothing runs antrain, so nothing is sent; to fix this: antrain install cron"

    private func home(hasTrigger: Bool) throws -> Home {
        let home = try Home.ready()
        home.hasTrigger = hasTrigger
        return home
    }

    private static let promises = [
        "settings --time 08:00", "reminder add Tea --in 45m", "reminder preset add hydration --yes",
        "pause --until 2026-11-23",
        "program activate phul --add", "skip tomorrow", "snooze tomorrow",
    ]

    @Test(arguments: promises) func everyPromiseSaysThatNothingRuns(line: String) throws {
        for hasTrigger in [true, false] {
            let run = try home(hasTrigger: hasTrigger).antrain(line, environment: ["COLUMNS": "200"])
            // Tomorrow's workout comes before the first reminder of the preset.
            let isNext = !line.hasPrefix("reminder preset")
            #expect(run.status == 0 && run.output.contains("Next reminder: ") == isNext, "\(run)")
            #expect(run.errors.contains(Self.notice) != hasTrigger, "\(run)")
        }
    }

    @Test func statusAndDoctorAgree() throws {
        let home = try home(hasTrigger: false)
        func status() throws -> String { try home.antrain("", environment: ["COLUMNS": "200"]).output }
        #expect(try status().contains("never: antrain is not scheduled; to schedule it: antrain install cron"))
        #expect(try home.antrain("doctor").output.contains("nothing runs antrain"))
        home.hasTrigger = true
        #expect(try status().contains("Last run         not yet: antrain is scheduled"))
        #expect(try home.antrain("doctor").output.contains("has not run antrain yet"))
        #expect(try home.antrain("--json").output.contains("\"trigger_stopped\" : false"))
        home.now = "2026-11-22T20:07"
        #expect(try status().contains("Last run         antrain has never run; find out why: antrain doctor"))
        let doctor = try home.antrain("doctor")
        #expect(doctor.status == 69 && doctor.output.contains("nothing has ever run antrain, although"), "\(doctor)")
        #expect(try home.antrain("--json").output.contains("\"trigger_stopped\" : true"))
        let promise = try home.antrain("settings --time 08:00", environment: ["COLUMNS": "200"])
        #expect(promise.errors.contains("antrain has never run; find out why: antrain doctor"), "\(promise)")
    }

    @Test func theJSONHasAKey() throws {
        for hasTrigger in [true, false] {
            let home = try home(hasTrigger: hasTrigger)
            for line in ["settings --time 08:00 --json", "reminder add Tea --in 45m --json"] {
                let run = try home.antrain(line)
                #expect(run.output.contains("\"trigger_stopped\" : \(!hasTrigger)"), "\(run)")
                #expect(!run.errors.contains("nothing runs"), "\(run)")
            }
            home.now = "2026-11-23T08:00"
            try home.antrain("deliver")
            // A service that runs antrain needs no advice about services, and starts no other programs.
            let service = try home.antrain("done", environment: ["INVOCATION_ID": "0123456789abcdef"])
            #expect(service.status == 0 && service.errors.isEmpty, "\(service)")
        }
    }

    @Test(arguments: [
        ("de", "nichts startet antrain, daher wird nichts gesendet; so änderst du das: antrain install cron"),
        ("fr", "rien ne lance antrain, donc rien n'est envoyé"),
        ("es", "nada ejecuta antrain, así que no se envía nada"),
        ("tr", "antrain'i hiçbir şey çalıştırmıyor"),
    ])
    func theNoticeIsInTheUsersLanguage(language: String, notice: String) throws {
        let home = try home(hasTrigger: false)
        let run = try home.antrain("settings language \(language)", environment: ["COLUMNS": "200"])
        #expect(run.errors.contains(notice), "\(run)")
    }
}
