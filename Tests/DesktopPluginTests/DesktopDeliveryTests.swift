import CivilTime
import Delivery
import DeliverySupport
import Foundation
import Reminders
import TestSupport
import Testing

/// Deliveries to a real dunst on its own bus and display.
@Suite(.serialized, .requiresDesktop) struct DesktopDeliveryTests {
    @Test(arguments: [("full", "Push &amp; &lt;b&gt;Pull&lt;/b&gt;"), ("no", "Push & <b>Pull</b>")])
    func dunstShowsTheReminder(markup: String, text: String) throws {
        let session = try DesktopSession(markup: markup)
        let stage = try DeliveryStage.desktop(session.environment)
        let body = "Today: Push & <b>Pull</b>\u{7}\nWeek 1"
        let summary = try stage.deliver([reminder(title: "Workout\nTime! <3", body: body)]).summary
        #expect(summary.delivered.count == 1, "\(summary)")
        #expect(try session.displayed(1) == 1)
        #expect(session.noted(1) == ["NORMAL 10000 x-antrain.workout"])
        let shown = try #require(try session.history().first)
        #expect(shown["appname"] == "antrain" && shown["summary"] == "Workout Time! <3")
        #expect(shown["body"] == "Today: \(text) \nWeek 1")
    }

    @Test(
        arguments: [
            (.workout, [], false, "NORMAL 10000 x-antrain.workout"),
            (.followUp, [("timeout", "20s")], false, "CRITICAL 0 x-antrain.follow-up"),
            (.followUp, [], true, "LOW 10000 x-antrain.follow-up"),
            (.workout, [("urgency", "critical")], false, "CRITICAL 0 x-antrain.workout"),
            (.workout, [("urgency", "critical")], true, "LOW 10000 x-antrain.workout"),
            (.followUp, [("urgency", "low"), ("timeout", "2m")], false, "LOW 120000 x-antrain.follow-up"),
            (.workout, [("timeout", "never")], false, "NORMAL 0 x-antrain.workout"),
        ] as [(NotificationCategory, [(String, String)], Bool, String)]
    )
    func urgencyAndTimeFollowTheReminderAndTheSettings(
        category: NotificationCategory,
        values: [(String, String)],
        isQuiet: Bool,
        expected: String
    ) throws {
        let session = try DesktopSession()
        let stage = try DeliveryStage.desktop(session.environment, values: values, isQuiet: isQuiet)
        try stage.deliver([reminder(0, category)])
        #expect(session.noted(1) == [expected])
    }

    @Test(
        arguments: [
            ([], false, "appointment-soon", [:]),
            ([("icon", "none"), ("sound", "alarm-clock-elapsed")], false, "", ["sound-name": "alarm-clock-elapsed"]),
            (
                [("icon", "~/my icon.png"), ("sound", "/s/bell.oga")], false, "file:///HOME/my%20icon.png",
                ["sound-file": "/s/bell.oga"]
            ),
            ([("sound", "bell")], true, "appointment-soon", ["suppress-sound": "1"]),
            ([("sound", "none")], false, "appointment-soon", ["suppress-sound": "1"]),
        ] as [([(String, String)], Bool, String, [String: String])]
    )
    func theCallHasTheHintsThatDunstDoesNotShow(
        values: [(String, String)],
        isQuiet: Bool,
        icon: String,
        sound: [String: String]
    ) throws {
        let session = try DesktopSession()
        let monitor = try session.monitor("Notify")
        try DeliveryStage.desktop(session.environment, values: values, isQuiet: isQuiet).deliver()
        let line = Data(try monitor.nextLine().utf8)
        let message = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        let payload = try #require(message["payload"] as? [String: Any])
        #expect(payload["type"] as? String == "susssasa{sv}i")
        let arguments = try #require(payload["data"] as? [Any])
        #expect(arguments[2] as? String == icon.replacing("/HOME", with: session.folder.path))
        // No process listens for buttons, so there is none, and no desktop entry, with which GNOME would remove the notification
        // at exit.
        #expect((arguments[5] as? [String])?.isEmpty == true)
        let hints = try #require(arguments[6] as? [String: [String: Any]]).mapValues { "\($0["data"] ?? "")" }
        let common = ["urgency": isQuiet ? "0" : "1", "category": "x-antrain.workout"]
        let id = ["x-antrain-id": "workout/2026-11-23/0730"]
        #expect(hints == common.merging(id) { $1 }.merging(sound) { $1 })
    }

    @Test func notificationsOfOneReminderReplaceEachOther() throws {
        let session = try DesktopSession()
        let stage = try DeliveryStage.desktop(session.environment)
        try stage.deliver()
        try stage.deliver([reminder(30, .followUp, again: "follow-up-1", title: "Still there?")])
        try stage.deliver([reminder(40, again: "snooze-1", title: "Once more")])
        #expect(session.noted(3).count == 3)
        #expect(try session.displayed(1) == 1)
        #expect(try session.history().map { $0["summary"] } == ["Once more"])
        try stage.deliver([reminder(50, again: "snooze-2")])
        #expect(try session.displayed(1) == 1)
    }

    @Test func aStaleFileIsHarmless() throws {
        let session = try DesktopSession()
        let stage = try DeliveryStage.desktop(session.environment)
        try stage.deliver()
        try session.showForeign()
        #expect(try session.displayed(2) == 2)
        // Another server, started since, uses the number for another application's notification.
        let line = try session.folder.read(session.file)
        var words = line.split(separator: " ").map(String.init)
        words[1] = ":1.999"
        words[2] = "\((Int(words[2]) ?? 0) + 1)"
        try session.folder.write(session.file, words.joined(separator: " "))
        try stage.deliver([reminder(10, again: "snooze-1")])
        #expect(try session.displayed(3) == 3)
        for rubbish in ["", "rubbish", "\0\0", "a b 1 workout/2026-11-23/0730\n", "\(line.dropLast(30))"] {
            try session.folder.write(session.file, rubbish)
            let again = "snooze-\(rubbish.utf8.count + 2)"
            let summary = try stage.deliver([reminder(20 + rubbish.utf8.count, again: again)]).summary
            #expect(summary.delivered.count == 1, "\(summary)")
        }
        #expect(try session.folder.read(session.file).split(separator: "\n").count == 1)
    }

    @Test func withoutAStateFileTheReminderIsStillShown() throws {
        let session = try DesktopSession()
        var environment = session.environment
        environment["XDG_RUNTIME_DIR"] = "/proc/none"
        environment["DBUS_SESSION_BUS_ADDRESS"] = session.address
        let stage = try DeliveryStage.desktop(environment)
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try session.displayed(1) == 1)
    }

    @Test func commandsAreShownIfTheUserWantsThem() throws {
        let session = try DesktopSession()
        try DeliveryStage.desktop(session.environment, values: [("hints", "on")]).deliver()
        let id = "workout/2026-11-23/0730"
        #expect(
            try session.history().first?["body"]
                == "Today: Push Day\nantrain start \(id)\nantrain done \(id)\nantrain snooze \(id)\nantrain skip \(id)"
        )
    }

    @Test func lateRemindersAreMarked() throws {
        let session = try DesktopSession()
        try DeliveryStage.desktop(session.environment).deliver(now: due.adding(.minutes(75)))
        #expect(try session.history().first?["body"] == "Today: Push Day\n\n(This reminder is 75 min late.)")
    }

    @Test func theBusCanBeNamed() throws {
        let session = try DesktopSession()
        let stage = try DeliveryStage.desktop(["PATH": "/bin"], values: [("bus", session.address)])
        #expect(try stage.deliver().summary.delivered.count == 1)
        #expect(try session.displayed(1) == 1)
    }

    /// From the program and the settings to the notification on the screen.
    @Test func antrainDeliversToTheDesktop() throws {
        let session = try DesktopSession()
        func antrain(_ line: String, now: String) throws -> String {
            let clock = ["TZ": "Europe/Berlin", "ANTRAIN_NOW": now]
            let words = line.split(separator: " ").map(String.init)
            let environment = session.environment.merging(clock) { $1 }
            return try run(BuildProducts.path("antrain"), words, environment: environment).output
        }
        _ = try antrain("program activate push-pull-legs.yaml", now: "2026-11-22T20:00")
        _ = try antrain("settings --time 07:30 --days mon,wed,fri --channels desktop", now: "2026-11-22T20:00")
        #expect(try antrain("plugin info desktop", now: "2026-11-22T20:00").contains("ready"))
        _ = try antrain("deliver", now: "2026-11-23T07:30")
        #expect(try session.displayed(1) == 1)
        #expect(try session.history().first?["body"]?.hasPrefix("Today: Push Day") == true)
        #expect(try antrain("deliver", now: "2026-11-23T07:31").isEmpty)
    }
}
