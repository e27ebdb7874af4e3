import Foundation
import TestSupport
import Testing
import Training
import YAMLSource

/// Published programs that do not ship: `Published` has them as their authors describe them, to show that the format can express them.
/// `ProgramMutationTests` runs their tests.
@Suite struct PublishedProgramsTests {
    private static let folder = "Tests/ProgramsTests/Published/"

    /// Their paths in the package.
    static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + folder)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted().map { folder + $0 }

    /// - Parameter path: a path in the package.
    static func document(_ path: String) throws -> YAMLDocument {
        var diagnostics = Diagnostics()
        return try #require(YAMLDocument.parse(try source(path), into: &diagnostics))
    }

    private static func source(_ path: String) throws -> SourceText {
        SourceText(path: path, bytes: [UInt8](try Data(contentsOf: URL(filePath: BuildProducts.package + path))))
    }

    @Test(arguments: files)
    func `Each is valid, names its source and has tests`(path: String) throws {
        let source = try Self.source(path)
        let reading = ProgramReader.read(source, thoroughly: true)
        #expect(reading.diagnostics.items.isEmpty, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
        #expect(!reading.tests.isEmpty)
        let program = try #require(reading.program)
        #expect(path == Self.folder + program.id + ".yaml")
        #expect(program.author?.isEmpty == false)
        #expect(program.source?.isEmpty == false)
    }
}
