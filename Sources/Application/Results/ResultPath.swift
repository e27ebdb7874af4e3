package import Platform
package import SystemPackage

/// The path of a file: absolute in JSON, with `~` for the home folder in text.
package struct ResultPath: Encodable {
    package let absolute: String
    package let shown: String

    package init(_ path: FilePath, _ paths: Paths?) {
        absolute = path.string
        shown = paths?.shown(path) ?? path.string
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(absolute)
    }
}
