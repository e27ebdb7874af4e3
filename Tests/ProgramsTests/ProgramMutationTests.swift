import Foundation
import Localization
import Planning
import Testing
import Training
import YAMLSource

/// Changes the rules of each program, one place at a time: the program's own tests must find each change.
@Suite struct ProgramMutationTests {
    /// How many percent of the mutants the tests of each program, and therefore of all programs, must find.
    private static let leastFound = 95

    /// The shipped programs, and published ones that do not ship.
    private static let files = ShippedProgramsTests.files.map { "Programs/" + $0 } + PublishedProgramsTests.files

    @Test(arguments: files)
    func `The tests of a program pass and find changes of its rules`(file: String) throws {
        let document = try PublishedProgramsTests.document(file)
        let text = String(decoding: document.source.bytes, as: UTF8.self)
        #expect(Set(ProgramMutant.words.keys) == ["type", "every", "keep", "formula", "count", "advance"])
        let failures = try #require(Self.failures(of: text, file))
        #expect(failures.isEmpty)
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        var (found, survivors) = (0, Set<String>())
        for mutant in ProgramMutant.all(of: document) {
            guard let failures = Self.failures(of: mutant.text, file, most: 1) else { continue }
            if failures.isEmpty { survivors.insert(mutant.description) } else { found += 1 }
        }
        let listed = Self.survivors.filter { $0.program == name }
        let known = Set(listed.flatMap(\.mutants))
        #expect(survivors.subtracting(known) == [], "not found and not listed")
        #expect(known.subtracting(survivors) == [], "listed, but found or refused")
        let equivalent = Set(listed.filter(\.isEquivalent).flatMap(\.mutants))
        let missed = survivors.subtracting(equivalent).count
        #expect(
            found * 100 >= Self.leastFound * (found + missed),
            "\(name): \(found) of \(found + missed) mutants found, and \(equivalent.count) equivalent ones"
        )
    }

    /// The first differences between the tests of a program and what it plans; nil if the reader refuses the text.
    private static func failures(of text: String, _ file: String, most: Int = .max) -> [String]? {
        let source = SourceText(path: file, text: text)
        let reading = ProgramReader.read(source, thoroughly: true)
        guard let program = reading.program else { return nil }
        let words = MessageCatalog(.english)
        return Array(
            reading.tests.lazy.map { ($0.name, ProgramTestRun.failures(of: $0, in: program, words)) }
                .filter { $0.1.hasErrors }
                .map { "\($0.0):\n\(DiagnosticRenderer(source: source).render($0.1))" }.prefix(most)
        )
    }
}

/// A program text with one change in one of its progressions.
struct ProgramMutant: CustomStringConvertible {
    /// The path, the value and the new value: `exercises.squat.progression.add: 2.5 → 2.6`.
    let description: String
    let text: String

    /// The words of each enumeration of the editor schema, by the key of progressions that has it.
    static let words: [String: [String]] = {
        let schema = try? PublishedProgramsTests.document("Programs/program.schema.json").root
        let forms = schema?["definitions"]?["progression"]?["oneOf"]?.elements.compactMap { $0["properties"] } ?? []
        let enumerations = forms.flatMap(\.entries).flatMap { entry in
            (entry.value["anyOf"].map { Array($0.elements) } ?? [entry.value]).compactMap { $0["enum"] }.map {
                (entry.key.text, $0.elements.map(\.text))
            }
        }
        return Dictionary(enumerations) { $0 + $1 }
    }()

    /// A change in a node with an anchor is one change, however many aliases the node has.
    static func all(of document: YAMLDocument) -> [ProgramMutant] {
        var texts = Set<String>()
        return progressions(in: document.root, [], document).filter { texts.insert($0.text).inserted }
    }

    private static func progressions(in node: YAMLNode, _ path: [String], _ document: YAMLDocument) -> [ProgramMutant] {
        let children = node.entries.map { entry in
            entry.key.equals("progression")
                ? mutants(of: entry.value, path + ["progression"], document)
                : path.isEmpty && entry.key.equals("tests")
                    ? [] : progressions(in: entry.value, path + [entry.key.text], document)
        }
        let elements = node.elements.enumerated().map { index, element in
            progressions(in: element, path + [name(of: element) ?? "\(index)"], document)
        }
        return (children + elements).flatMap(\.self)
    }

    /// The name of an exercise in a list.
    private static func name(of node: YAMLNode) -> String? { (node["id"] ?? node["lift"] ?? node["exercise"])?.text }

    private static func mutants(of node: YAMLNode, _ path: [String], _ document: YAMLDocument) -> [ProgramMutant] {
        if node.kind == .scalar {
            let places = words[path.last ?? ""].map { words in
                [(0..<node.text.utf8.count, words.filter { $0 != node.text })]
            }
            return (places ?? numbers(in: node.text)).flatMap { range, others in
                others.map { ProgramMutant(document.source, node, range, $0, path) }
            }
        }
        let entries = node.entries.map { entry in
            let keys = path.last == "table" ? mutants(of: entry.key, path + ["keys"], document) : []
            return keys + mutants(of: entry.value, path + [entry.key.text], document)
        }
        let elements = node.elements.enumerated().map { mutants(of: $1, path + ["\($0)"], document) }
        return (entries + elements).flatMap(\.self)
    }

    /// The numbers in a text, each with the numbers that are one unit of its last place larger and smaller.
    private static func numbers(in text: String) -> [(Range<Int>, [String])] {
        text.matches(of: /[0-9]+(?:\.([0-9]+))?/).compactMap { match in
            guard let units = Int(match.output.0.filter { $0 != "." }) else { return nil }
            let places = match.output.1?.count ?? 0
            let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
            let changed = [units + 1, units - 1].filter { $0 >= 0 }.map { units in
                let digits = String(units)
                let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
                return places == 0 ? padded : padded.dropLast(places) + "." + padded.suffix(places)
            }
            return (start..<start + match.output.0.utf8.count, changed)
        }
    }

    private init(_ source: SourceText, _ node: YAMLNode, _ range: Range<Int>, _ new: String, _ path: [String]) {
        let old = Array(node.text.utf8)
        let value = String(
            decoding: old[..<range.lowerBound] + Array(new.utf8) + old[range.upperBound...],
            as: UTF8.self
        )
        description = "\(path.joined(separator: ".")): \(node.text) → \(value)"
        let span = node.span(of: range)
        text = String(
            decoding: source.bytes[..<span.start] + Array(new.utf8) + source.bytes[span.end...],
            as: UTF8.self
        )
    }
}
