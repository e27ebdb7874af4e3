import XMLEvents

/// A response within a multistatus (RFC 4918, 14.24).
struct DAVResponse {
    var href = ""
    /// The status of the whole resource; 0 if it has properties instead.
    var status = 0
    /// The resource's properties by their local names.
    var properties: [String: DAVProperty] = [:]

    /// The entity tag; empty if the server did not report one.
    var tag: String { properties["getetag"]?.text.trimmed ?? "" }
}

/// A property of a resource.
struct DAVProperty {
    /// Its text, with that of its elements.
    var text = ""
    /// The local names of its elements, and their `name` attributes.
    var parts: Set<String> = []

    /// The addresses in it.
    var hrefs: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}

/// Reads a multistatus in pieces, and passes each response on instead of storing it.
final class MultiStatusReader: XMLHandler {
    /// The depth of a property's element, and the maximum depth.
    private static let (propertyDepth, deepest) = (5, 32)
    /// The maximum length of a text in bytes; a longer text is left out.
    private static let longestText = 1 << 20

    private let found: (DAVResponse) -> Void
    private var path: [String] = []
    private var text: [UInt8] = []
    private var response = DAVResponse()
    private var property = DAVProperty()
    private var properties: [String: DAVProperty] = [:]
    private var status = 0
    /// The sync token of the collection (RFC 6578, 6.2); empty if there is none.
    private(set) var token = ""

    /// - Parameter found: receives each response.
    init(_ found: @escaping (DAVResponse) -> Void) { self.found = found }

    func begin(_ name: XMLName, _ attributes: [String: String]) -> Bool {
        guard path.count < MultiStatusReader.deepest else { return false }
        if path.isEmpty {
            guard name.namespace == "DAV:", name.local == "multistatus" else { return false }
        } else if path.count == 1, name.local == "response" {
            response = DAVResponse()
        } else if path.count == 2, name.local == "propstat" {
            (properties, status) = ([:], 0)
        } else if path.count == MultiStatusReader.propertyDepth - 1 {
            property = DAVProperty()
        } else if path.count >= MultiStatusReader.propertyDepth {
            property.parts.insert(name.local)
            if let value = attributes["name"] { property.parts.insert(value) }
        }
        if path.count < MultiStatusReader.propertyDepth { text = [] }
        path.append(name.local)
        return true
    }

    func end() -> Bool {
        let depth = path.count
        let name = path.removeLast()
        switch (path.last, name, depth) {
        case ("multistatus", "response", 2): found(response)
        case ("multistatus", "sync-token", 2): token = trimmed
        case ("response", "href", 3): response.href = trimmed
        case ("response", "status", 3): response.status = MultiStatusReader.code(trimmed)
        case ("response", "propstat", 3):
            if (200..<300).contains(status) { response.properties.merge(properties) { $1 } }
        case ("propstat", "status", 4): status = MultiStatusReader.code(trimmed)
        case ("prop", _, MultiStatusReader.propertyDepth):
            property.text = text.count > MultiStatusReader.longestText ? "" : String(decoding: text, as: UTF8.self)
            properties[name] = property
        default: break
        }
        return true
    }

    func add(_ text: UnsafeRawBufferPointer) {
        self.text += text.prefix(max(0, MultiStatusReader.longestText + 1 - self.text.count))
    }

    func refuseDoctype() {}

    private var trimmed: String { String(decoding: text, as: UTF8.self).trimmed }

    /// The code in a status line such as `HTTP/1.1 200 OK`; 0 if there is none.
    private static func code(_ line: String) -> Int {
        line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

extension String {
    /// The text without the white space around it.
    fileprivate var trimmed: String {
        let start = utf8.drop { $0 <= 0x20 }
        let end = start.lastIndex { $0 > 0x20 }.map { start.index(after: $0) } ?? start.startIndex
        return String(Substring(start[..<end]))
    }
}
