import AntrainPluginKit
import Glibc
import PluginFiles
import WebRequests

/// What a channel knows about its topic of answers, in a file of the plugin's own folder.
///
/// Without it, all messages that the server has are read again, which changes nothing.
struct NtfyState: Equatable {
    /// The last message up to which no answer is open; empty to begin with the first.
    var since = ""
    /// When the server was last reached, in seconds since 1970; 0 for never.
    var reached: Int64 = 0
    /// For how many seconds the server keeps messages.
    var kept = NtfyState.usual
    /// Whether the server knows sequence IDs.
    var knowsSequences = false
    /// Why and until when no requests are sent.
    var pause: RequestPause?

    /// ntfy's default of `cache-duration`.
    private static let usual: Int64 = 43_200

    init() {}

    // MARK: Storage

    init(_ bytes: [UInt8]) {
        var values: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        if let id = values["SINCE"], NtfyTopic.isName(id) { since = id }
        if let time = values["REACHED"].flatMap({ Int64($0) }), (0...1 << 40).contains(time) { reached = time }
        if let kept = values["KEPT"].flatMap({ Int64($0) }), kept > 0 { self.kept = kept }
        knowsSequences = values["SEQUENCES"] != nil
        pause = RequestPause { values[$0] ?? "" }
    }

    var bytes: [UInt8] {
        var values = [("SINCE", since), ("REACHED", "\(reached)"), ("KEPT", "\(kept)")]
        if knowsSequences { values.append(("SEQUENCES", "1")) }
        values += pause?.values ?? []
        return Array(values.map { "\($0) \(PlainText.oneLine($1))\n" }.joined().utf8)
    }

    static func == (first: NtfyState, second: NtfyState) -> Bool { first.bytes == second.bytes }
}

/// The file with the state of one topic; antrain removes it when the ledger is restored, which may then lack answers.
struct NtfyStateFile {
    private let folder: FileFolder
    private let name: String

    init(of topic: NtfyTopic, in folder: FileFolder) {
        (self.folder, name) = (folder, "position-" + FileFolder.name(for: topic.identity))
    }

    var state: NtfyState { folder.read(name).bytes.map { NtfyState($0) } ?? NtfyState() }

    /// Changes what is stored; another process may have changed the rest.
    ///
    /// A failure only means that messages are read again.
    func change(_ body: (inout NtfyState) -> Void) {
        let stored = state
        var changed = stored
        body(&changed)
        guard changed != stored else { return }
        mkdir(folder.path, 0o700)
        try? folder.replace(name, changed.bytes)
    }
}
