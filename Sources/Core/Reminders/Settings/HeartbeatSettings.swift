public import CivilTime

/// How antrain signals to monitors that it runs.
public struct HeartbeatSettings: Sendable, Hashable {
    public static let channelName = ChannelName.heartbeat
    static let plugin = "webhook"
    /// What the request contains: nothing about the user's training.
    public static let values: [(key: String, text: String)] = [
        ("body", "antrain"), ("content-type", "text/plain"), ("timeout", "10s"),
    ]
    /// The minimum time between two requests if the settings do not state it.
    public static let usualInterval = TimeSpan.minutes(5)
    /// The allowed times between two requests.
    public static let intervalRange = TimeSpan.minutes(1)...TimeSpan.hours(24)

    /// The file to which antrain writes the time of each successful run; the path is absolute or starts with `~/`; nil for none.
    public var file: String?
    /// The channel that requests the URL after successful runs; nil for none.
    public var channel: ChannelConfiguration?
    /// The minimum time between two requests.
    public var interval = HeartbeatSettings.usualInterval

    public init() {}

    /// What the user can do about a failed request.
    ///
    /// The plugin's advice is for channels, which may set all its keys; of these, `heartbeat` has only the URL.
    public static func remedy(_ remedy: String, keys: [String]) -> String {
        let url = "url"
        let words = remedy.split { !$0.isLetter && $0 != "-" }.map(String.init)
        guard keys.allSatisfy({ $0 == url || !words.contains($0) }) else {
            return "check 'url' of 'heartbeat', and the monitor that it belongs to"
        }
        return remedy.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0 == url ? "'url' of 'heartbeat'" : String($0) }.joined(separator: " ")
    }

    /// The part of the URL that is not secret, or where the URL comes from; nil without a URL.
    public var place: String? {
        guard let origin = channel?.values.first?.origin else { return nil }
        return origin.literal.flatMap { WebOrigin($0)?.shown } ?? origin.place ?? "…"
    }
}

/// The scheme and the host of a web address; everything else in it may be a secret.
public struct WebOrigin: Sendable, Hashable {
    private let scheme: String
    private let host: String
    private let port: String

    /// Parses the start of an address; nil if it does not begin with `https://` or `http://` and a host.
    public init?(_ address: String) {
        guard let colon = address.firstRange(of: "://"),
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        scheme = address[..<colon.lowerBound].lowercased()
        var place = address[colon.upperBound...].prefix { !"/?#".contains($0) }
        if let at = place.lastIndex(of: "@") { place = place[place.index(after: at)...] }
        let name = place.first == "[" ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
        guard scheme == "https" || scheme == "http", !name.isEmpty, place.hasPrefix(name) else { return nil }
        host = name.lowercased()
        port = String(place.dropFirst(name.count))
    }

    /// Whether a request to it stays secret on the way: it is encrypted, or does not leave this machine.
    public var isPrivate: Bool {
        scheme == "https" || host == "localhost" || host == "[::1]" || isLoopbackAddress
    }

    /// `127.` with three further numbers.
    private var isLoopbackAddress: Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    /// The origin as text; `…` stands for the rest.
    public var shown: String { "\(scheme)://\(host)\(port)/…" }
}
