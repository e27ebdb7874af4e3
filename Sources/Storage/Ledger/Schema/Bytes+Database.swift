internal import Foundation

extension [UInt8] {
    /// The bytes as GRDB stores them.
    var databaseData: Data { Data(self) }
}
