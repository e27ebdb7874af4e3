import SystemPackage
import YAMLSource

/// A file with errors, and what is wrong with it.
struct BadFile {
    /// The absolute path.
    let path: FilePath
    /// The text, whose path is the one shown to people.
    let source: SourceText
    let diagnostics: Diagnostics
}
