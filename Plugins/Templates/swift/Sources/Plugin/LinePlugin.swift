import AntrainPluginKit
import Glibc

/// Adds a line to a file for each reminder.
final class LinePlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "@NAME@",
        version: "0.1.0",
        summary: "Adds a line to a file for each reminder",
        author: "",
        keys: [
            .init("path", .path, isRequired: true, help: "the file to add a line to for each reminder")
        ],
        // Only the file that the user names: no network, no programs.
        needs: [],
        canBeQuiet: true
    )

    private let path: String

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        // The kit has checked that all required keys are set, and no unknown ones.
        path = try values.path("path") ?? ""
    }

    func probe() throws(PluginFailure) {
        let file = openFile()
        // Only a delivery creates the file.
        guard file >= 0 || errno == ENOENT else { throw unusable }
        if file >= 0 { close(file) }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        let texts = [notification.title, notification.body].filter { !$0.isEmpty }
        let line = Array((oneLine(texts.joined(separator: ": ")) + "\n").utf8)
        let file = openFile(O_CREAT)
        guard file >= 0 else { throw unusable }
        defer { close(file) }
        // One write, so that lines of several writers do not mix. If only a part is written, the disk is full.
        errno = ENOSPC
        guard write(file, line, line.count) == line.count else {
            throw failure(remedy: "free some disk space, or set 'path' to another file")
        }
    }

    private func openFile(_ moreFlags: Int32 = 0) -> Int32 {
        open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | moreFlags, 0o600)
    }

    private var unusable: PluginFailure { failure(remedy: "make it writable, or set 'path' to another file") }

    private func failure(remedy: String) -> PluginFailure {
        .passing("\(path): \(String(cString: strerror(errno)))", remedy: remedy)
    }

    private func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
