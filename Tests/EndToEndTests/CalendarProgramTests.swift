import Foundation
import TestSupport
import Testing

/// Calendar programs and a CalDAV server read what `antrain export ics` writes.
///
/// The Debian packages python3-icalendar, khal and python3-radicale belong to the system's Python.
@Suite(
    .requires(
        .program("khal"),
        .program("curl"),
        .python("icalendar", in: "python3-icalendar"),
        .python("radicale", in: "python3-radicale")
    )
) struct CalendarProgramTests {
    private func home(_ settings: String = "") throws -> Home {
        let home = try Home.ready()
        let path = ".config/antrain/settings.yaml"
        try home.folder.write(path, try home.folder.read(path) + settings)
        try home.antrain(arguments: [
            "reminder", "add", "Tea, hot; 5×5 – " + String(repeating: "über", count: 30), "--at", "2026-11-23 18:00",
            "--repeat", "daily",
        ])
        return home
    }

    private func python(_ script: String, _ arguments: [String], in home: Home) throws -> String {
        let finished = try run(
            "/usr/bin/python3",
            ["-c", script] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.folder.path, "LC_ALL": "C.UTF-8", "TZ": "UTC"],
            in: home.folder.path
        )
        guard finished.status == 0 else { throw ProgramFailure(message: finished.errors) }
        return finished.output
    }

    /// The file's own definition of each zone gives the same moments as the system's rules.
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca", "UTC",
    ])
    func icalendarReadsTheSameMoments(zone: String) throws {
        let home = try home("timezone: \(zone)\n")
        #expect(try home.antrain("export ics --year --alarms training.ics").status == 0)
        let script = #"""
            import icalendar, sys, zoneinfo
            from datetime import datetime, timezone
            zone = zoneinfo.ZoneInfo(sys.argv[1])
            calendar = icalendar.Calendar.from_ical(open("training.ics", "rb").read())
            assert not [part.errors for part in calendar.walk() if part.errors]
            def definition(part):
                # Since version 6, the package prefers the system's rules.
                try: return part.to_tz(lookup_tzid=False)
                except TypeError: return part.to_tz()
            zones = {str(part["TZID"]): definition(part) for part in calendar.walk("VTIMEZONE")}
            count = 0
            for event in calendar.walk("VEVENT"):
                start = event["DTSTART"]
                name = start.params.get("TZID")
                local = start.dt.replace(tzinfo=None)
                rules = zones[name] if name else timezone.utc
                own = rules.localize(local) if hasattr(rules, "localize") else local.replace(tzinfo=rules)
                assert own.utcoffset() == local.replace(tzinfo=zone).utcoffset(), (event["UID"], own)
                assert event["DURATION"].dt.total_seconds() > 0 and event["DTSTAMP"] and event["SUMMARY"]
                count += 1
            print(count, max(len(line) for line in open("training.ics", "rb").read().split(b"\r\n")))
            """#
        let words = try python(script, [zone], in: home).split(whereSeparator: \.isWhitespace)
        #expect(words.count == 2 && words.last == "75")
        #expect(try #require(words.first.flatMap { Int($0) }) > 500)
    }

    @Test func khalShowsTheEvents() throws {
        let home = try home()
        #expect(try home.antrain("export ics --days 5 training.ics").status == 0)
        try home.folder.write("calendars/training/.keep", "")
        try home.folder.write(
            "khal.conf",
            """
            [calendars]
            [[training]]
            path = \(home.folder.path)/calendars/training
            [locale]
            local_timezone = Europe/Berlin
            default_timezone = Europe/Berlin
            timeformat = %H:%M
            dateformat = %Y-%m-%d
            longdateformat = %Y-%m-%d
            datetimeformat = %Y-%m-%d %H:%M
            longdatetimeformat = %Y-%m-%d %H:%M
            [default]
            default_calendar = training
            [sqlite]
            path = \(home.folder.path)/khal.db

            """
        )
        let environment = ["PATH": "/usr/bin:/bin", "HOME": home.folder.path, "LC_ALL": "C.UTF-8"]
        func khal(_ arguments: [String]) throws -> Finished {
            try run("/usr/bin/khal", ["-c", home.folder.path + "/khal.conf"] + arguments, environment: environment)
        }
        func shown() throws -> [String] {
            let imported = try khal(["import", "--batch", "-a", "training", home.folder.path + "/training.ics"])
            #expect(imported.status == 0, "\(imported.errors)")
            let format = "{start-date-long} {start-time}-{end-time} {title} {status}"
            let listed = try khal(["list", "2026-11-23", "3d", "--day-format", "", "--format", format])
            return listed.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let tea = "Tea, hot; 5×5 – " + String(repeating: "über", count: 30)
        #expect(
            try shown() == [
                "2026-11-23 07:30-08:30 Push Day CONFIRMED", "2026-11-23 18:00-18:15 \(tea) CONFIRMED",
                "2026-11-24 18:00-18:15 \(tea) CONFIRMED", "2026-11-25 07:30-08:30 Pull Day CONFIRMED",
                "2026-11-25 18:00-18:15 \(tea) CONFIRMED",
            ]
        )
        try home.antrain("move 2026-11-25 2026-11-24")
        #expect(try home.antrain("export ics --days 5 training.ics").status == 0)
        let moved = try shown()
        #expect(moved.contains("2026-11-24 07:30-08:30 Pull Day CONFIRMED"), "\(moved)")
        #expect(moved.contains("2026-11-25 07:30-08:30 Pull Day CANCELLED"), "\(moved)")
    }

    /// Publishing as in Manual/schedule.md: the file becomes a calendar on a server, and a later upload replaces it.
    @Test func aServerAcceptsTheFile() throws {
        let home = try home("timezone: Europe/Berlin\n")
        #expect(try home.antrain("export ics --days 20 training.ics").status == 0)
        let before = try events(home)
        try home.antrain("skip --date 2026-11-25")
        #expect(try home.antrain("export ics --days 20 later.ics").status == 0)
        let script = #"""
            import json, socket, subprocess, sys, time
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            server = subprocess.Popen([sys.executable, "-m", "radicale", f"--server-hosts=127.0.0.1:{port}",
                "--auth-type=none", "--storage-filesystem-folder=store"], stderr=open("radicale.log", "w"))
            base = f"http://127.0.0.1:{port}/me"
            def curl(*arguments):
                command = ["curl", "--silent", "--show-error", "--noproxy", "*", "--user", "me:x", *arguments]
                return subprocess.run(command, capture_output=True, text=True)
            try:
                deadline = time.monotonic() + 300
                # The first request of a user creates their folder.
                while curl("--request", "PROPFIND", base + "/").returncode != 0:
                    assert time.monotonic() < deadline and server.poll() is None, open("radicale.log").read()
                    time.sleep(0.05)
                counts = []
                for name in ["training.ics", "later.ics"]:
                    answer = curl("--fail", "--upload-file", name, "--header", "Content-Type: text/calendar; charset=utf-8",
                                  base + "/training")
                    assert answer.returncode == 0, answer.stderr + open("radicale.log").read()
                    stored = curl("--fail", base + "/training/").stdout
                    counts.append(stored.count("BEGIN:VEVENT"))
                print(json.dumps(counts))
            finally:
                server.kill()
                server.wait()
            """#
        let counts = try JSONDecoder().decode([Int].self, from: Data(python(script, [], in: home).utf8))
        #expect(counts == [before, before - 1] && before > 20)
    }

    private func events(_ home: Home) throws -> Int {
        try home.folder.read("training.ics").components(separatedBy: "BEGIN:VEVENT").count - 1
    }
}
