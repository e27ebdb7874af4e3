/// A file or folder that a plugin's process may use.
public struct WirePlace: Sendable, Hashable {
    /// Its path from the root; with a slash at its end it is a folder with everything in it.
    public var path: String
    /// How many bytes at the beginning of the path the user chose; symbolic links are followed there, and nowhere else.
    public var chosen: UInt32
    /// Whether it is only read, and not made where it is missing.
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
