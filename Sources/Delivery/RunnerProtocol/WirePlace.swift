/// A file, folder or socket that a plugin's process may use.
public struct WirePlace: Sendable, Hashable {
    /// The absolute path; a trailing slash means a folder with everything in it.
    public var path: String
    /// The number of bytes at the start of the path that the user chose; symbolic links are followed only there.
    public var chosen: UInt32
    /// Whether it is only read, and not created if missing.
    public var isOnlyRead: Bool
    /// Whether the plugin declares it; otherwise the user named it.
    public var isDeclared: Bool

    /// Creates a place.
    public init(path: String, chosen: UInt32, isOnlyRead: Bool = false, isDeclared: Bool = false) {
        self.path = path
        self.chosen = chosen
        self.isOnlyRead = isOnlyRead
        self.isDeclared = isDeclared
    }
}

extension WireEncoder {
    mutating func write(_ place: WirePlace) {
        write(place.path)
        write(place.chosen)
        write((place.isOnlyRead ? 1 : 0) | (place.isDeclared ? 2 : 0) as UInt32)
    }
}

extension WireDecoder {
    mutating func place() throws(WireError) -> WirePlace {
        var place = WirePlace(path: try text(), chosen: try uint32())
        let flags = try uint32()
        place.isOnlyRead = flags & 1 != 0
        place.isDeclared = flags & 2 != 0
        return place
    }
}
