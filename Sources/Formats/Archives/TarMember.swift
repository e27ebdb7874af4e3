/// A regular file in an archive.
public struct TarMember: Sendable, Hashable {
    /// The relative path, with `/` between its components.
    public let name: String
    /// The permission bits, 0 to 0o777.
    public let mode: UInt32
    /// The time of the last change, in seconds since 1970.
    public let modified: Int64
    public let bytes: ArraySlice<UInt8>

    public init(name: String, mode: UInt32 = 0o600, modified: Int64, bytes: ArraySlice<UInt8>) {
        self.name = name
        self.mode = mode
        self.modified = modified
        self.bytes = bytes
    }

    /// Why a name cannot be used in an archive; nil if it can.
    ///
    /// A name must stay within the folder into which the archive is extracted, on every system.
    public static func problem(ofName name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.first == UInt8(ascii: "/") { return "is absolute" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            return "contains control characters"
        }
        // By bytes: a slash with a combining mark is a different Swift character, but separates components.
        for part in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if part.elementsEqual("..".utf8) { return "contains '..'" }
            if part.isEmpty || part.elementsEqual(".".utf8) { return "contains an empty component" }
            if part.count > 255 { return "has a component of more than 255 bytes" }
        }
        return nil
    }
}
