import SystemPackage

/// The path of a file: absolute in JSON, with `~` for the home folder in text.
struct ResultPath: Encodable {
    let absolute: String
    /// The path as shown to people.
    let shown: String

    init(_ path: FilePath, _ paths: Paths?) {
        absolute = path.string
        shown = paths?.shown(path) ?? path.string
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(absolute)
    }
}
