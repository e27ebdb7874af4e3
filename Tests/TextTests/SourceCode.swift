import Foundation
import TestSupport

/// The package's own code.
enum SourceCode {
    /// The code of the files of a folder by their paths, without comments and string literals.
    static func files(in folder: String, _ endings: [String] = [".swift"]) throws -> [String: String] {
        let path = BuildProducts.package + folder
        let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return try Dictionary(
            uniqueKeysWithValues: files.filter { file in endings.contains(where: file.hasSuffix) }.map { file in
                ("\(folder)/\(file)", bare(try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)))
            }
        )
    }

    static func bare(_ text: String) -> String {
        text.replacing(/\/\/[^\n]*/, with: "").replacing(/"""[\s\S]*?"""/, with: "").replacing(
            /"(\\.|[^"\\\n])*"/,
            with: ""
        )
        .replacing(/\/\*[\s\S]*?\*\//, with: "")
    }
}
