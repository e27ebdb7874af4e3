import AntrainPluginKit
import Glibc

/// What a job of at(1) runs for a notification: the user's command, or printing the text, which at then mails.
struct AtScript {
    /// The script for sh(1).
    let source: String

    /// Makes a script.
    ///
    /// - Parameters:
    ///   - notification: what to tell.
    ///   - command: a shell command that reads the text; empty for printing it.
    ///   - receipt: a file that the script removes when it runs the command; nil if nothing checks the file.
    init(_ notification: DeliveredNotification, command: String, receipt: String? = nil) {
        var lines = [AtJob.mark + "\(notification.key) \(notification.instant)"]
        // The job was made by the clock of UTC; its command runs by the user's.
        let zone = getenv("TZ").map { String(cString: $0) }
        lines.append(zone.map { "TZ=\(AtScript.quoted($0)); export TZ" } ?? "unset TZ")
        lines.append("antrain_now=$(date +%s)")
        // A machine that slept must not remind of yesterday's workout.
        if notification.expires > 0 { lines.append("[ \"$antrain_now\" -le \(notification.expires) ] || exit 0") }
        if let receipt { lines.append("rm -f -- \(AtScript.quoted(receipt))") }
        lines.append("antrain_late=$((antrain_now - \(notification.instant)))")
        for (name, value) in NotificationVariables.all(of: notification) where name != "ANTRAIN_LATE_SECONDS" {
            lines.append("\(name)=\(AtScript.quoted(value)); export \(name)")
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

    /// What says how late the job is, in the user's words: what stands before the minutes, they, and what stands behind.
    private static func lateness(_ notification: DeliveredNotification) -> String {
        let mark = "{minutes}"
        let form = notification.attributes["late-form"] ?? mark + " min late"
        let place = form.firstRange(of: mark) ?? form.endIndex..<form.endIndex
        return quoted(String(form[..<place.lowerBound])) + " \"$((ANTRAIN_LATE_SECONDS / 60))\" "
            + quoted(String(form[place.upperBound...]))
    }

    /// A text as one word of sh(1), which knows a quote by its byte: with a mark on it, it is another character of Swift's.
    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
        }
        return "'" + inner + "'"
    }
}
