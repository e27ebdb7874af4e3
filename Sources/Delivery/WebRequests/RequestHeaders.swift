package import AntrainPluginKit

/// The headers of a request; each name occurs once, and no value contains a line break.
package struct RequestHeaders: Sendable {
    package private(set) var all: [(name: String, value: String)] = []

    /// Headers that libcurl sets itself; another value would contradict the message.
    private static let reserved = ["content-length", "transfer-encoding", "connection", "expect"]

    /// - Throws: `PluginFailure` if one is invalid. Its value may be a secret and is not shown.
    package init(lines: [String] = []) throws(PluginFailure) {
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), RequestHeaders.isName(line[..<colon]) else {
                throw .final("a header has no name", remedy: "write each as \"Name: value\"")
            }
            let name = String(line[..<colon])
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            guard !RequestHeaders.reserved.contains(name.lowercased()) else {
                throw .final("the header '\(name)' is set automatically", remedy: "remove it")
            }
            guard RequestHeaders.isValue(value) else {
                throw .final(
                    "invalid characters in the value of header '\(name)'",
                    remedy: "use ASCII characters on one line"
                )
            }
            all.append((name, value))
        }
    }

    /// Sets a header unless the user has set it.
    package mutating func provide(_ name: String, _ value: String) {
        guard !all.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        all.append((name, value))
    }

    /// The lines for libcurl: a trailing colon omits a header, and a trailing semicolon sends it without a value.
    var lines: [String] { all.map { $0.value.isEmpty ? $0.name + ";" : "\($0.name): \($0.value)" } }

    /// RFC 9110, 5.1.
    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
                    || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }

    /// RFC 9110, 5.5: visible characters, spaces and tabs.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x09 }
    }
}
