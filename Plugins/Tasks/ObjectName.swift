/// The name of an object in the collection.
///
/// Only the last part of an address that a server sends is used, so that no request leaves the collection.
struct ObjectName {
    /// As the server writes it, percent-encoded.
    let part: String
    let name: String

    /// - Returns: nil if the address has no last part, or it is not a name.
    init?(href: String) {
        let path = href.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
        var rest = path.suffix(from: path.lastIndex(of: 0x2F).map { path.index(after: $0) } ?? path.startIndex)
        part = String(Substring(rest))
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = byte == 0x25 ? String(Substring(rest.prefix(2))) : ""
            if digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
                rest = rest.dropFirst(2)
                bytes.append(code)
            } else {
                bytes.append(byte)
            }
        }
        name = String(decoding: bytes, as: UTF8.self)
        guard !bytes.isEmpty, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x2F }) else { return nil }
    }
}
