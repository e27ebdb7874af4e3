import Foundation

/// How much of the test matrix runs: a sample in `make test`, everything in `make soak`, and ten times the sample with
/// `ANTRAIN_EFFORT=10`.
enum Effort {
    private static let environment = ProcessInfo.processInfo.environment
    /// Whether every case runs.
    static let isWhole = environment["ANTRAIN_SOAK"] == "1"
    private static let factor = environment["ANTRAIN_EFFORT"].flatMap { Int($0) } ?? 1

    /// Numbers from 1 to `count`: all of them in a soak, otherwise a few, evenly spread.
    static func sample(_ few: Int, of count: Int) -> [Int] {
        guard count > 0 else { return [] }
        let few = few * factor
        if isWhole || few >= count { return Array(1...count) }
        return (0..<few).map { 1 + $0 * count / few + count / (2 * few) }
    }
}
