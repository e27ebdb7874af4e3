import Foundation

/// The share of a long test matrix that `make test` runs; `make soak` runs all of it, or a much larger share.
///
/// `ANTRAIN_SHARE` chooses the share. `.ci/test` sets it to the commit, so that each commit runs other cells and a failure can be
/// repeated. `ANTRAIN_EFFORT=10` makes each share ten times as large.
public enum Share {
    private static let environment = ProcessInfo.processInfo.environment
    /// Whether everything runs.
    public static let isWhole = environment["ANTRAIN_SOAK"] == "1"
    private static let name = environment["ANTRAIN_SHARE"] ?? ""
    private static let factor = environment["ANTRAIN_EFFORT"].flatMap { Int($0) } ?? 1

    /// A generator whose numbers depend on the share and on the matrix.
    public static func generator(of matrix: String) -> SplitMix64 {
        // FNV-1a: Swift's own hashes differ from run to run.
        let hash = (name + "/" + matrix).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return SplitMix64(seed: hash)
    }

    /// The cells of a matrix that run, in their order.
    ///
    /// - Parameters:
    ///   - few: how many run in `make test`.
    ///   - most: how many run in `make soak`; nil for all.
    ///   - matrix: a name of the matrix; matrices with the same name and size have the same share.
    public static func of<Cells: RandomAccessCollection>(
        _ cells: Cells,
        _ few: Int,
        _ matrix: String,
        most: Int? = nil
    ) -> [Cells.Element] {
        let count = isWhole ? most ?? cells.count : few * factor
        if count >= cells.count { return Array(cells) }
        var random = generator(of: matrix)
        return cells.indices.shuffled(using: &random).prefix(count).sorted().map { cells[$0] }
    }
}
