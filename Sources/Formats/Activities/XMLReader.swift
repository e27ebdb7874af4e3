import CExpat
import Glibc
import PrintableText

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

/// Reads a file with the system's expat.
///
/// Entities are refused, and elements of other namespaces are left out.
final class XMLReader {
    private static let deepest = 64
    /// The most bytes of an element's text that are kept.
    private static let longestText = 4096
    /// Separates a namespace from a name; XML allows it in neither.
    private static let separator: UInt8 = 0x0A

    private let parser: XML_Parser
    private var format: (any XMLActivityFormat)?
    private var namespace: [UInt8] = []
    private var path: [String] = []
    private var texts: [[UInt8]] = []
    /// The number of elements that are open in a foreign one, itself included.
    private var foreign = 0
    private var problem: ActivityFileError?

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
        // Without memory there is no parser; as little as this is always there.
        guard let parser = XML_ParserCreateNS(nil, XML_Char(separator)) else { throw .tooLarge }
        return try XMLReader(parser).activities(bytes)
    }

    private init(_ parser: XML_Parser) { self.parser = parser }

    deinit { XML_ParserFree(parser) }

    private func activities(_ bytes: [UInt8]) throws(ActivityFileError) -> [RecordedActivity] {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(parser, startElement, endElement)
        XML_SetCharacterDataHandler(parser, characters)
        XML_SetStartDoctypeDeclHandler(parser, startDoctype)
        guard let count = Int32(exactly: bytes.count) else { throw .tooLarge }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, 0)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else { throw .damaged(line, reason: reason) }
        // What is wrong only because nothing follows is incomplete.
        guard XML_Parse(parser, nil, 0, 1) == XML_STATUS_OK, let format else { throw problem ?? .incomplete }
        return try format.activities()
    }

    private var line: ActivityFileError.Place { .line(Int(clamping: XML_GetCurrentLineNumber(parser))) }

    private var reason: String {
        XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it is not well-formed"
    }

    private func stop(_ error: ActivityFileError) {
        if problem == nil { problem = error }
        XML_StopParser(parser, 0)
    }

    /// Calls the format, and stops at a problem.
    private func check(_ call: () throws(XMLProblem) -> Void) {
        do { try call() } catch {
            switch error {
            case .invalid(let reason): stop(.damaged(line, reason: reason))
            case .tooMany(let what, let limit): stop(.tooMany(what, limit: limit))
            case .otherRoot(let root): stop(.noActivity(.otherXML(root: root)))
            }
        }
    }

    fileprivate func begin(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard problem == nil else { return }
        let start = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
        let whole = UnsafeBufferPointer(start: start, count: strlen(name))
        let end = whole.lastIndex(of: XMLReader.separator)
        let own = end.map { whole[..<$0] } ?? whole[..<0]
        let local = String(decoding: end.map { whole[($0 + 1)...] } ?? whole[...], as: UTF8.self)
        guard path.count + foreign < XMLReader.deepest else {
            return stop(.damaged(line, reason: "more than \(XMLReader.deepest) elements in one another"))
        }
        if path.isEmpty {
            namespace = Array(own)
            check { () throws(XMLProblem) in
                format = try XMLReader.format(root: local, namespace: String(decoding: own, as: UTF8.self))
            }
        }
        guard foreign == 0, own.elementsEqual(namespace) else {
            foreign += 1
            return
        }
        path.append(local)
        texts.append([])
        var values: [String: String] = [:]
        var next = attributes
        while let pair = next, let key = pair[0], let value = pair[1] {
            values[String(cString: key)] = String(cString: value)
            next = pair + 2
        }
        check { () throws(XMLProblem) in try format?.begin(path, values) }
    }

    fileprivate func end() {
        guard problem == nil else { return }
        guard foreign == 0 else {
            foreign -= 1
            return
        }
        let text = String(decoding: texts.popLast() ?? [], as: UTF8.self)
        check { () throws(XMLProblem) in try format?.end(path, text) }
        path.removeLast()
    }

    fileprivate func add(_ text: UnsafeRawBufferPointer) {
        guard problem == nil, foreign == 0, let last = texts.indices.last else { return }
        texts[last] += text.prefix(max(0, XMLReader.longestText - texts[last].count))
    }

    fileprivate func refuseDoctype() {
        stop(.damaged(line, reason: "a document type declaration, which is not allowed"))
    }

    /// The format of a root element; files without a namespace are read as well.
    private static func format(root: String, namespace: String) throws(XMLProblem) -> any XMLActivityFormat {
        let formats: [String: any XMLActivityFormat] = ["gpx": GPXFile(), "TrainingCenterDatabase": TCXFile()]
        guard let format = formats[root], namespace.isEmpty || type(of: format).namespaces.contains(namespace) else {
            throw .otherRoot(root.printable(upTo: 80))
        }
        return format
    }
}

private func reader(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
    pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
}

private let startElement: XML_StartElementHandler = { pointer, name, attributes in
    if let name { reader(pointer)?.begin(name, attributes) }
}

private let endElement: XML_EndElementHandler = { pointer, _ in reader(pointer)?.end() }

private let characters: XML_CharacterDataHandler = { pointer, text, count in
    reader(pointer)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private let startDoctype: XML_StartDoctypeDeclHandler = { pointer, _, _, _, _ in reader(pointer)?.refuseDoctype() }
