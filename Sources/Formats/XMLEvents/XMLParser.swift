import CExpat
import Glibc

/// The name of an element.
package struct XMLName {
    /// The namespace; empty if there is none.
    package let namespace: String
    package let local: String

    /// Separates the namespace from the local name; neither may contain a line feed.
    static let separator: UInt8 = 0x0A

    init(_ name: UnsafePointer<CChar>) {
        let start = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
        let whole = UnsafeBufferPointer(start: start, count: strlen(name))
        let end = whole.lastIndex(of: XMLName.separator)
        namespace = String(decoding: end.map { whole[..<$0] } ?? whole[..<0], as: UTF8.self)
        local = String(decoding: end.map { whole[($0 + 1)...] } ?? whole[...], as: UTF8.self)
    }
}

/// Receives the parts of a document; no method is called after one has returned false.
package protocol XMLHandler: AnyObject {
    func begin(_ name: XMLName, _ attributes: [String: String]) -> Bool
    func end() -> Bool
    /// Receives a piece of text; the text of an element may have several.
    func add(_ text: UnsafeRawBufferPointer)
    /// Called for a document type declaration, which could define entities; the parser then stops.
    func refuseDoctype()
}

/// Reads a document with the system's expat, in one piece or in several.
package final class XMLParser {
    private let parser: XML_Parser
    private let handler: any XMLHandler
    private var hasStopped = false

    /// - Returns: nil if there is not enough memory.
    package init?(_ handler: any XMLHandler) {
        guard let parser = XML_ParserCreateNS(nil, XML_Char(XMLName.separator)) else { return nil }
        (self.parser, self.handler) = (parser, handler)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(parser, elementStart, elementEnd)
        XML_SetCharacterDataHandler(parser, characters)
        XML_SetStartDoctypeDeclHandler(parser, startDoctype)
    }

    deinit { XML_ParserFree(parser) }

    /// Reads the next piece, which must be smaller than 2 GiB.
    ///
    /// - Returns: whether all of it was read.
    package func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !hasStopped, let count = Int32(exactly: bytes.count) else { return false }
        return XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, 0) == XML_STATUS_OK
    }

    /// Ends the document.
    ///
    /// - Returns: whether it was complete.
    package func end() -> Bool { !hasStopped && XML_Parse(parser, nil, 0, 1) == XML_STATUS_OK }

    package var line: Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }

    /// Why the document is not well-formed.
    package var reason: String {
        XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it is not well-formed"
    }

    private func proceed(_ isFine: Bool) {
        guard !isFine else { return }
        hasStopped = true
        XML_StopParser(parser, 0)
    }

    fileprivate func begin(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard !hasStopped else { return }
        var values: [String: String] = [:]
        var next = attributes
        while let pair = next, let key = pair[0], let value = pair[1] {
            values[String(cString: key)] = String(cString: value)
            next = pair + 2
        }
        proceed(handler.begin(XMLName(name), values))
    }

    fileprivate func endElement() {
        if !hasStopped { proceed(handler.end()) }
    }

    fileprivate func add(_ text: UnsafeRawBufferPointer) {
        if !hasStopped { handler.add(text) }
    }

    fileprivate func refuseDoctype() {
        guard !hasStopped else { return }
        handler.refuseDoctype()
        proceed(false)
    }
}

private func parser(_ pointer: UnsafeMutableRawPointer?) -> XMLParser? {
    pointer.map { Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
}

private let elementStart: XML_StartElementHandler = { pointer, name, attributes in
    if let name { parser(pointer)?.begin(name, attributes) }
}

private let elementEnd: XML_EndElementHandler = { pointer, _ in parser(pointer)?.endElement() }

private let characters: XML_CharacterDataHandler = { pointer, text, count in
    parser(pointer)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private let startDoctype: XML_StartDoctypeDeclHandler = { pointer, _, _, _, _ in parser(pointer)?.refuseDoctype() }
