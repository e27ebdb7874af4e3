import DeliverySupport
import Foundation
import Reminders
import TestSupport
import Testing

/// The preset with Debian's Apprise, which notifies a server on this machine.
@Suite(.requires(.program("apprise"))) struct AppriseTests {
    private func stage(_ urls: [String], in folder: TemporaryFolder? = nil) throws -> DeliveryStage {
        try DeliveryStage.of("command", [("preset", "apprise")] + urls.map { ("urls", $0) }, in: folder)
    }

    @Test(arguments: [
        (NotificationCategory.workout, "info"), (.followUp, "warning"),
    ])
    func appriseNotifiesEachURL(category: NotificationCategory, type: String) throws {
        let server = try HookServer()
        let stage = try stage(["json://127.0.0.1:\(server.port)/a", "json://127.0.0.1:\(server.port)/b"])
        let text = "Today: Brustdrücken, \"schwer\"\nund -- mehr"
        let notification = reminder(0, category, title: "--version 🏋 $HOME", body: text)
        #expect(try stage.outcome(notification) == ("delivered", ""))
        #expect(try server.requests().map(\.path).sorted() == ["/a", "/b"])
        for request in try server.requests() {
            let object = try jsonObject(request.body)
            #expect(object["title"] as? String == "--version 🏋 $HOME")
            #expect(object["message"] as? String == text)
            #expect(object["type"] as? String == type)
        }
    }

    @Test func aReminderWithoutATextHasItsHeadline() throws {
        let server = try HookServer()
        let stage = try stage(["json://127.0.0.1:\(server.port)/"])
        #expect(try stage.outcome(reminder(body: "")).state == "delivered")
        #expect(try jsonObject(try server.request().body)["message"] as? String == "Workout Time!")
    }

    @Test func aFailingServiceIsRetried() throws {
        let server = try HookServer()
        let outcome = try stage(["json://127.0.0.1:\(server.port)/status/503/TOKEN"]).outcome()
        #expect(outcome.state == "retrying" && outcome.reason.contains("could not notify every URL"), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
        #expect(try server.requests().count == 1)
    }

    @Test(arguments: [
        (["nonesuch://TOKEN"], "cannot use any of the urls"), ([], "has no URLs to notify"),
        (["tgram://TOKEN"], "cannot use any of the urls"),
    ])
    func unusableURLsFailPermanently(urls: [String], reason: String) throws {
        let stage = try stage(urls)
        let outcome = try stage.outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains(reason), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
        #expect(try !stage.ledgerHolds("TOKEN"))
    }

    /// Apprise itself exits successfully if one of two URLs is wrong.
    @Test func ignoredURLsAreReported() throws {
        let server = try HookServer()
        let outcome = try stage(["json://127.0.0.1:\(server.port)/a", "nonesuch://TOKEN"]).outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains("skipped an unusable URL"), "\(outcome)")
        #expect(try server.requests().count == 1)
        #expect(!outcome.reason.contains("TOKEN"))
    }

    @Test func theUsersConfigurationIsUsed() throws {
        let server = try HookServer()
        let folder = try TemporaryFolder()
        try folder.write(".config/apprise", "json://127.0.0.1:\(server.port)/mine\n")
        #expect(try stage([], in: folder).outcome().state == "delivered")
        #expect(try server.request().path == "/mine")
    }

    /// Other users of the machine can see arguments, but not the environment.
    @Test func urlsAreNotPassedAsArguments() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            "apprise",
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$HOME/words\"; env > \"$HOME/env\"; cat > \"$HOME/input\"; exit 3\n",
            mode: 0o755
        )
        let stage = try DeliveryStage.of(
            "command",
            [
                ("preset", "apprise"), ("command", "\(program) --theme=x"), ("urls", "a1://TOKEN"),
                ("urls", "b2://TOKEN2"),
            ],
            in: folder
        )
        let outcome = try stage.outcome(reminder(title: "Two\r\nlines"))
        #expect(outcome.state == "failed" && outcome.reason.contains("apprise exited with 3"), "\(outcome)")
        #expect(
            try folder.read("words") == "--theme=x\n--input-format=text\n--notification-type=info\n--title=Two  lines\n"
        )
        #expect(try folder.read("env").contains("APPRISE_URLS=a1://TOKEN\nb2://TOKEN2\n"))
        #expect(try folder.read("input") == "Today: Push Day")
    }
}
