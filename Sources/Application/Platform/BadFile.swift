package import SystemPackage
package import YAMLSource

/// A file with errors, and what is wrong with it.
package struct BadFile {
    /// The absolute path.
    package let path: FilePath
    /// The text, whose path is the one shown to people.
    package let source: SourceText
    package let diagnostics: Diagnostics

    package init(path: FilePath, source: SourceText, diagnostics: Diagnostics) {
        self.path = path
        self.source = source
        self.diagnostics = diagnostics
    }
}
