import AntrainPluginKit
import Glibc
import Quoting

/// The script of a job of at(1) for a notification: it runs the user's command, or prints the text, which at(1) then mails.
struct AtScript {
    /// The script for sh(1).
    let source: String

    /// - Parameters:
    ///   - command: a shell command that reads the text; empty to print it.
    ///   - receipt: a file that the script removes when it runs the command; nil for none.
    init(_ notification: DeliveredNotification, command: String, receipt: String? = nil) {
        var lines = [AtJob.mark + "\(notification.key) \(notification.instant)"]
        // The job was created with TZ=UTC; its command runs in the user's time zone.
        let zone = getenv("TZ").map { String(cString: $0) }
        lines.append(zone.map { "TZ=\(ShellText.word($0)); export TZ" } ?? "unset TZ")
        lines.append("antrain_now=$(date +%s)")
        // A machine that was suspended must not remind of yesterday's workout.
        if notification.expires > 0 { lines.append("[ \"$antrain_now\" -le \(notification.expires) ] || exit 0") }
        if let receipt { lines.append("rm -f -- \(ShellText.word(receipt))") }
        lines.append("antrain_late=$((antrain_now - \(notification.instant)))")
        for (name, value) in NotificationVariables.all(of: notification) where name != "ANTRAIN_LATE_SECONDS" {
            lines.append("\(name)=\(ShellText.word(value)); export \(name)")
        }
        lines += [
            "ANTRAIN_LATE_SECONDS=$((antrain_late > 0 ? antrain_late : 0)); export ANTRAIN_LATE_SECONDS",
            "antrain_text() {",
            "printf '%s\\n' \"$ANTRAIN_TITLE\" \"$ANTRAIN_BODY\"",
            "[ \"$ANTRAIN_LATE_SECONDS\" -lt 60 ] || printf '(%s%s%s)\\n' \(AtScript.lateness(notification))",
            "}",
            command.isEmpty ? "antrain_text" : "antrain_text | {\n\(command)\n}",
        ]
        source = lines.joined(separator: "\n") + "\n"
    }

    /// The text about the delay in the user's language: the part before the minutes, the minutes, and the part after them.
    private static func lateness(_ notification: DeliveredNotification) -> String {
        let mark = "{minutes}"
        let form = notification.attributes["late-form"] ?? mark + " min late"
        let range = form.range(ofBytes: mark) ?? form.endIndex..<form.endIndex
        return ShellText.word(String(form[..<range.lowerBound])) + " \"$((ANTRAIN_LATE_SECONDS / 60))\" "
            + ShellText.word(String(form[range.upperBound...]))
    }
}
