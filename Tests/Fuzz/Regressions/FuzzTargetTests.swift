import Foundation
import TestSupport
import Testing

/// Runs the fuzz targets on stored inputs: the corpora, and earlier findings of the fuzzer.
@Suite struct FuzzTargetTests {
    /// An input of a target.
    struct Input: Sendable, CustomTestStringConvertible {
        let target: FuzzTarget
        let path: String

        var testDescription: String { "\(target.name): \(path)" }

        func bytes() throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: BuildProducts.package + path)))
        }
    }

    private static func inputs(in folders: [String]) -> [Input] {
        FuzzTarget.all.flatMap { target in
            folders.flatMap { folder -> [Input] in
                let path = "\(folder)/\(target.name)"
                let names = try? FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + path)
                return (names ?? []).sorted().map { Input(target: target, path: "\(path)/\($0)") }
            }
        }
    }

    private static let seeds = inputs(in: ["Tests/Fuzz/Corpus"])
    private static let findings = inputs(in: ["Tests/Fuzz/Findings"])

    @Test func everyTargetHasSeeds() {
        let names = Set(Self.seeds.map(\.target.name))
        #expect(FuzzTarget.all.map(\.name).filter { !names.contains($0) } == [])
    }

    /// Each file name describes the defect that the input showed.
    @Test(arguments: findings)
    func earlierFindingsStayFixed(input: Input) throws {
        try input.target.check(try input.bytes())
    }

    @Test(arguments: seeds)
    func propertiesHoldForSeedsAndTheirMutations(input: Input) throws {
        let bytes = try input.bytes()
        try input.target.check(bytes)
        var random = SplitMix64(seed: UInt64(bytes.count))
        for round in 0..<8 {
            let mutation = mutated(bytes, &random)
            do {
                try input.target.check(mutation)
            } catch {
                Issue.record("mutation \(round), \(Data(mutation).base64EncodedString()): \(error)")
            }
        }
    }

    /// Some bytes replaced, removed or repeated.
    private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !result.isEmpty {
            let start = Int.random(in: result.indices, using: &random)
            let end = min(start + Int.random(in: 1...16, using: &random), result.count)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: result[start] = UInt8.random(in: .min ... .max, using: &random)
            case 1: result.removeSubrange(start..<end)
            default: result.insert(contentsOf: result[start..<end], at: end)
            }
        }
        return result
    }
}
