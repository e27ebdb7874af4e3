import Foundation
import TestSupport

/// All texts in the sources that a user may read: the string literals of each file that look like words, and the texts of templates.
///
/// The list errs on the side of too much: a few names and formats are among the texts. SQL and completion scripts are left out.
enum UserTexts {
    static func list() throws -> String {
        try sources().map { file in
            let source = try String(contentsOfFile: BuildProducts.package + file, encoding: .utf8)
            let texts = file.hasSuffix(".html") ? contents(source) : StringLiterals.all(in: source).filter(isText)
            return texts.isEmpty ? "" : "# \(file)\n" + texts.map { $0 + "\n" }.joined() + "\n"
        }
        .joined()
    }

    /// The texts between a template's tags.
    private static func contents(_ template: String) -> [String] {
        template.replacing(/\{\{[#\/^>%{][^}]*\}+/, with: "").matches(of: />([^<>]+)</).map { match in
            match.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        .filter { $0.replacing(/\{\{[^}]*\}\}/, with: "").contains(where: \.isLetter) }
    }

    private static func sources() -> [String] {
        ["Sources", "Plugins"].flatMap { folder in
            let files = FileManager.default.enumerator(atPath: BuildProducts.package + folder)
            return (files?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".html") }
                .filter { !$0.hasPrefix("Templates/") && !$0.contains(".build/") }
                .map { "\(folder)/\($0)" }
        }
        .sorted()
    }

    static func isText(_ literal: String) -> Bool {
        let isStatement = statements.contains { literal.hasPrefix($0 + " ") }
        let words = literal.split(separator: " ").filter { $0.contains(where: \.isLetter) }
        let isName = literal.first?.isUppercase == true && literal.contains(where: \.isLowercase) && literal.count > 2
        return !isStatement && (words.count >= 2 || isName)
    }

    private static let statements = [
        "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "PRAGMA", "DROP", "WHERE", "AND", "EXPLAIN",
        "EXISTS", "#compdef", "# Completion",
    ]
}
