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
    /// When the topic was last read, in seconds since 1970; 0 for never.
    var reached: Int64 = 0
    /// For how many seconds the server keeps messages.
    var kept = NtfyState.usual
    /// Whether the server knows sequence IDs.
    var knowsSequences = false
    /// Why and until when no requests are sent.
    var pause: RequestPause?
    /// When answers were last found to be lost, and what is known about them; nil if none were.
    private var lost: (at: Int64, words: String)?

    /// ntfy's default of `cache-duration`.
    private static let usual: Int64 = 43_200

    /// For how many seconds after a failure the server may demand a pause: a longer one would lose answers.
    var longestPause: Int64 { min(RequestPause.longest, kept / 4) }

    /// For how many seconds a loss is reported.
    private static let week: Int64 = 7 * 86_400

    init() {}

    // MARK: Losses

    /// Notes that the topic was read.
    mutating func read(at now: Int64) {
        if isLate(now) {
            let time = "from \(NtfyState.local(reached)) to \(NtfyState.local(now - kept))"
            lost = (now, "answers \(time) may be lost: the topic was not read before the server deleted them\(cause)")
        }
        (reached, pause) = (now, nil)
    }

    /// Why answers may be lost; nil if there is no reason to expect that.
    func loss(at now: Int64) -> PluginFailure? {
        let elsewhere = "answer with a command instead, such as: antrain done"
        let isFailing = pause.map { !$0.isTolerated(since: reached, now: now, for: kept) } ?? false
        guard isFailing || isLate(now) else {
            return lost.flatMap { now < $0.at + NtfyState.week ? .final($0.words, remedy: elsewhere) : nil }
        }
        let state = reached == 0 ? "was never read" : "has not been read since \(NtfyState.local(reached))"
        let span = kept < 7200 ? "\(kept / 60) min" : "\(kept / 3600) h"
        let remedy = pause?.failure.remedy ?? ""
        return .passing(
            "the topic for answers \(state)\(cause); the server deletes answers after \(span)",
            remedy: remedy.isEmpty ? elsewhere : remedy
        )
    }

    /// Whether the server may have deleted answers since the topic was last read.
    private func isLate(_ now: Int64) -> Bool { reached > 0 && now - reached > kept }

    private var cause: String { pause.map { " (\($0.failure.reason))" } ?? "" }

    /// A moment on the clock of this machine.
    private static func local(_ instant: Int64) -> String {
        var (seconds, parts) = (time_t(instant), tm())
        localtime_r(&seconds, &parts)
        let fields = ClockFields(instant, offset: Int64(parts.tm_gmtoff))
        let date = "\(fields.year)-\(ClockFields.two(fields.month))-\(ClockFields.two(fields.day))"
        return "\(date) \(ClockFields.two(fields.hour)):\(ClockFields.two(fields.minute))"
    }

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
        let loss = values["LOST"]?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        if loss.count == 2, let at = Int64(loss[0]), (0...1 << 40).contains(at) { lost = (at, loss[1]) }
    }

    var bytes: [UInt8] {
        var values = [("SINCE", since), ("REACHED", "\(reached)"), ("KEPT", "\(kept)")]
        if knowsSequences { values.append(("SEQUENCES", "1")) }
        values += pause?.values ?? []
        if let lost { values.append(("LOST", "\(lost.at) \(lost.words)")) }
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
