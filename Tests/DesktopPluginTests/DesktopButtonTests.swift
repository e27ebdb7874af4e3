@testable import Delivery
import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// Notification buttons while a process listens for them.
@Suite(.serialized, .requiresDesktop) struct DesktopButtonTests {
    private let id = "workout/2026-11-23/0730"

    private func notification(_ more: String = "", category: String = "workout") -> WireNotification {
        var notification = WireNotification()
        notification.id = id + more
        notification.category = category
        notification.title = "Workout Time!"
        notification.actions = [("start", "Start"), ("done", "Done"), ("snooze", "Snooze"), ("skip", "Skip")].map {
            WireNotification.Action(id: $0.0, label: $0.1, command: "antrain \($0.0) \(id)\(more)")
        }
        return notification
    }

    private func listener(_ session: DesktopSession, listens: Bool = true) throws -> RunnerConversation {
        let environment = session.environment
        return try RunnerConversation(with: "desktop", values: [("timeout", "never")], in: environment) { load in
            load.listens = listens
            load.needs = 8  // ANTRAIN_NEED_DESKTOP
            load.sockets = SessionBusAddress.sockets(in: environment).map {
                WirePlace(path: $0, chosen: UInt32($0.utf8.count))
            }
        }
    }

    @Test(arguments: [("Start", "start"), ("Done", "done"), ("Snooze", "snooze"), ("Skip", "skip")])
    func aButtonIsAnAnswer(label: String, action: String) throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification())) == .done)
        #expect(try session.displayed(1) == 1)
        #expect(session.noted(1) == ["NORMAL 0 x-antrain.workout antrain"])
        #expect(try session.press(label).sorted() == ["Done", "Skip", "Snooze", "Start", "Start"])
        #expect(try runner.nextAnswer() == [action, id])
        // The notification is closed and forgotten.
        #expect(try session.displayed(0) == 0)
        #expect(try eventually("") { try session.folder.read(session.file) } == "")
        #expect(try runner.ask(.probe) == .done)
    }

    @Test func aClickOnTheNotificationIsAStart() throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification("/snooze-1"))) == .done)
        #expect(try session.displayed(1) == 1)
        try session.dunstctl("action", "0")
        #expect(try runner.nextAnswer() == ["start", "\(id)/snooze-1"])
    }

    /// Nothing starts with an own reminder, nor with a workout that was started: a click says that it is done.
    @Test(arguments: ["check-in", "reminder"]) func aClickOnWhatCannotStartIsDone(category: String) throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        var notification = notification(category: category)
        if category == "reminder" { notification.actions.removeFirst() }
        #expect(try runner.ask(.deliver(notification)) == .done)
        #expect(try session.displayed(1) == 1)
        try session.dunstctl("action", "0")
        #expect(try runner.nextAnswer() == ["done", id])
    }

    /// An answer that arrives during a call to dunst is read together with the call's reply.
    @Test func anAnswerDuringACallIsReceived() throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification())) == .done)
        #expect(try session.displayed(1) == 1)
        let monitor = try session.monitor("ActionInvoked")
        try runner.paused {
            try session.press("Skip")
            _ = try monitor.nextLine()
            try runner.say(.probe)
        }
        #expect(try runner.next() == .done)
        #expect(try runner.nextAnswer() == ["skip", id])
    }

    @Test func aStartedWorkoutIsAskedForDone() throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification(category: "check-in"))) == .done)
        #expect(try session.displayed(1) == 1)
        #expect(try session.press("Done").sorted() == ["Done", "Done", "Skip", "Snooze"])
        #expect(try runner.nextAnswer() == ["done", id])
    }

    @Test func aClosedNotificationIsForgottenAndNoAnswer() throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification())) == .done)
        #expect(try session.displayed(1) == 1)
        #expect(try session.folder.read(session.file).hasSuffix(" \(id) start\n"))
        try session.dunstctl("close")
        #expect(try eventually("") { try session.folder.read(session.file) } == "")
        // The next message is the reply to this call, not an action.
        #expect(try runner.ask(.probe) == .done)
    }

    @Test func notificationsOfOtherApplicationsAreIgnored() throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification())) == .done)
        try session.showForeign()
        #expect(try session.displayed(2) == 2)
        try session.dunstctl("close-all")
        #expect(try eventually("") { try session.folder.read(session.file) } == "")
        #expect(try runner.ask(.probe) == .done)
    }

    /// An answer from elsewhere closes the notification, whether the same process or another one displayed it.
    @Test(arguments: [true, false])
    func notificationsAnsweredElsewhereAreClosed(sameProcess: Bool) throws {
        let session = try DesktopSession()
        let runner = try listener(session)
        #expect(try runner.ask(.deliver(notification("/snooze-1"))) == .done)
        try session.showForeign()
        #expect(try session.displayed(2) == 2)
        let canceller = sameProcess ? runner : try listener(session, listens: false)
        #expect(try canceller.ask(.cancel(id: "workout/2026-11-24/0730")) == .done)
        #expect(try session.displayed(2) == 2)
        #expect(try canceller.ask(.cancel(id: id)) == .done)
        #expect(try session.displayed(1) == 1)
        #expect(try canceller.ask(.cancel(id: id)) == .done)
        #expect(try session.history().map { $0["appname"] } == ["other", "antrain"])
    }

    @Test func withoutANotificationServerNothingIsClosed() throws {
        let session = try DesktopSession(hasServer: false)
        let runner = try listener(session, listens: false)
        #expect(try runner.ask(.cancel(id: id)) == .done)
        try session.folder.write(session.file, "0123 :1.7 4 \(id)\n")
        #expect(try runner.ask(.cancel(id: id)) == .done)
    }

    /// Another notification server was started since, or the file is damaged.
    @Test(arguments: [":1.999", "b", ":", "org.example.Nobody"])
    func notificationsOfAnEarlierServerAreForgotten(server: String) throws {
        let session = try DesktopSession()
        let runner = try listener(session, listens: false)
        #expect(try runner.ask(.deliver(notification())) == .done)
        var words = try session.folder.read(session.file).split(separator: " ").map(String.init)
        words[1] = server
        try session.folder.write(session.file, words.joined(separator: " "))
        #expect(try runner.ask(.cancel(id: id)) == .done)
        #expect(try session.displayed(1) == 1)
    }
}
