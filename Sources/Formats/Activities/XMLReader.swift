import PrintableText
import XMLEvents

/// An XML format of activities: what it makes of the elements of its own namespace.
protocol XMLActivityFormat {
    /// The namespaces of the versions that are read.
    static var namespaces: [String] { get }
    /// Begins an element; `path` has the names of the elements from the root to it.
    mutating func begin(_ path: [String], _ attributes: [String: String]) throws(XMLProblem)
    /// Ends an element, with the text directly in it.
    mutating func end(_ path: [String], _ text: String) throws(XMLProblem)
    /// The activities, after the root has ended.
    func activities() throws(ActivityFileError) -> [RecordedActivity]
}

/// What is wrong with an element; the reader adds the line.
enum XMLProblem: Error {
    case invalid(String)
    case tooMany(String, limit: Int)
    case otherRoot(String)
}

/// Reads a file of activities; elements of other namespaces are left out.
final class XMLReader: XMLHandler {
    private static let deepest = 64
    /// The most bytes of an element's text that are kept.
    private static let longestText = 4096

    private var format: (any XMLActivityFormat)?
    private var namespace = ""
    private var path: [String] = []
    private var texts: [[UInt8]] = []
    /// The number of elements that are open in a foreign one, itself included.
    private var foreign = 0
    private var problem: XMLProblem?

    /// Whether the bytes are XML, or could become XML.
    ///
    /// They begin with `<`, perhaps after a byte order mark and white space, or are a beginning of that.
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        let mark = marks.first { bytes.starts(with: $0) }
        if mark == nil, marks.contains(where: { $0.starts(with: bytes) }) { return true }
        let rest = bytes.dropFirst(mark?.count ?? 0)
        let first = rest.prefix(1024).first { ![0, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
        return first.map { $0 == UInt8(ascii: "<") } ?? (mark != nil || !rest.dropFirst().contains(0))
    }

    static func activities(_ bytes: [UInt8]) throws(ActivityFileError) -> [RecordedActivity] {
        let reader = XMLReader()
        // The parser is nil only if memory is exhausted.
        guard let parser = XMLParser(reader) else { throw .tooLarge }
        guard Int32(exactly: bytes.count) != nil else { throw .tooLarge }
        let isRead = bytes.withUnsafeBytes { parser.parse($0) }
        if let problem = reader.problem { throw reader.error(problem, parser.line) }
        guard isRead else { throw .damaged(.line(parser.line), reason: parser.reason) }
        // What is wrong only because nothing follows is incomplete.
        guard parser.end(), let format = reader.format else {
            throw reader.problem.map { reader.error($0, parser.line) } ?? .incomplete
        }
        return try format.activities()
    }

    private func error(_ problem: XMLProblem, _ line: Int) -> ActivityFileError {
        switch problem {
        case .invalid(let reason): .damaged(.line(line), reason: reason)
        case .tooMany(let what, let limit): .tooMany(what, limit: limit)
        case .otherRoot(let root): .noActivity(.otherXML(root: root))
        }
    }

    /// Calls the format, and stores a problem.
    ///
    /// - Returns: whether there is no problem.
    private func checked(_ call: () throws(XMLProblem) -> Void) -> Bool {
        do { try call() } catch { problem = error }
        return problem == nil
    }

    func begin(_ name: XMLName, _ attributes: [String: String]) -> Bool {
        guard path.count + foreign < XMLReader.deepest else {
            problem = .invalid("more than \(XMLReader.deepest) elements in one another")
            return false
        }
        if path.isEmpty {
            namespace = name.namespace
            let isKnown = checked { () throws(XMLProblem) in
                format = try XMLReader.format(root: name.local, namespace: namespace)
            }
            guard isKnown else { return false }
        }
        guard foreign == 0, name.namespace == namespace else {
            foreign += 1
            return true
        }
        path.append(name.local)
        texts.append([])
        return checked { () throws(XMLProblem) in try format?.begin(path, attributes) }
    }

    func end() -> Bool {
        guard foreign == 0 else {
            foreign -= 1
            return true
        }
        let text = String(decoding: texts.popLast() ?? [], as: UTF8.self)
        defer { path.removeLast() }
        return checked { () throws(XMLProblem) in try format?.end(path, text) }
    }

    func add(_ text: UnsafeRawBufferPointer) {
        guard foreign == 0, let last = texts.indices.last else { return }
        texts[last] += text.prefix(max(0, XMLReader.longestText - texts[last].count))
    }

    func refuseDoctype() { problem = .invalid("a document type declaration, which is not allowed") }

    /// The format of a root element; files without a namespace are read as well.
    private static func format(root: String, namespace: String) throws(XMLProblem) -> any XMLActivityFormat {
        let formats: [String: any XMLActivityFormat] = ["gpx": GPXFile(), "TrainingCenterDatabase": TCXFile()]
        guard let format = formats[root], namespace.isEmpty || type(of: format).namespaces.contains(namespace) else {
            throw .otherRoot(root.printable(upTo: 80))
        }
        return format
    }
}
