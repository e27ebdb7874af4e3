import AntrainPluginKit
import CalendarSyntax
import Quoting
import WebRequests

/// antrain's objects in a collection as the server last reported them, so that not every run needs the network.
struct CollectionMirror {
    /// One of antrain's objects.
    struct Entry {
        /// The last part of its address, as the server writes it.
        var part: String
        /// Its entity tag; empty if the server did not report one.
        var tag: String
        /// The object; empty if it is too long.
        var text: String
    }

    /// The address of the collection; empty until it is found.
    var address = ""
    /// The sync token of the state that the mirror has (RFC 6578); empty if the server has no tokens.
    var token = ""
    /// When the mirror was brought up to date, in seconds since 1970; 0 if antrain has changed the collection since.
    var seen: Int64 = 0
    /// When the server was last reached, in seconds since 1970.
    var reached: Int64 = 0
    /// Why and until when no requests are sent.
    var pause: RequestPause?

    /// The objects by their names.
    var entries: [String: Entry] = [:]

    init() {}

    // MARK: Storage

    /// Reads a stored mirror; the result is empty if it is damaged.
    init(_ bytes: [UInt8]) {
        guard let calendars = try? CalendarReader.calendars(bytes, keepsOctets: true), let stored = calendars.first
        else {
            return
        }
        func text(_ name: String, of component: CalendarComponent? = nil) -> String {
            (component ?? stored)[name]?.text ?? ""
        }
        func instant(_ name: String) -> Int64? { Int64(text(name)).flatMap { (0...1 << 40).contains($0) ? $0 : nil } }
        guard let seen = instant("SEEN"), let reached = instant("REACHED") else { return }
        (address, token, self.seen, self.reached) = (text("ADDRESS"), text("TOKEN"), seen, reached)
        pause = RequestPause { text($0) }
        for object in stored.components where object.name == "X-OBJECT" {
            entries[text("NAME", of: object)] = Entry(
                part: text("PART", of: object),
                tag: text("TAG", of: object),
                text: text("TEXT", of: object)
            )
        }
    }

    var bytes: [UInt8] {
        var values = [("ADDRESS", address), ("TOKEN", token), ("SEEN", "\(seen)"), ("REACHED", "\(reached)")]
        values += pause?.values ?? []
        let objects = entries.sorted { $0.key < $1.key }.map { name, entry in
            CalendarComponent(
                "X-OBJECT",
                [("NAME", name), ("PART", entry.part), ("TAG", entry.tag), ("TEXT", entry.text)].map {
                    ContentLine($0, text: $1)
                }
            )
        }
        var bytes: [UInt8] = []
        CalendarComponent("VCALENDAR", values.map { ContentLine($0, text: $1) }, components: objects).write(to: &bytes)
        return bytes
    }
}
