internal import Foundation
internal import GRDB

extension Row {
    /// A BLOB column's bytes; none where it is NULL.
    func withUnsafeDataBytes(_ column: Int) -> [UInt8] {
        (try? withUnsafeData(atIndex: column) { data in data.map { Array($0) } ?? [] }) ?? []
    }
}

extension [UInt8] {
    /// The bytes as GRDB stores them.
    var databaseData: Data { Data(self) }
}
