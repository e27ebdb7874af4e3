/// What a runner finds out about its plugin and about itself.
public struct WireInspection: Sendable, Hashable {
    /// The size that the plugin's description says it has.
    public var size: UInt32 = 0
    /// The size that a description of this antrain's version has.
    public var fullSize: UInt32 = 0
    /// The minor version of the interface that the plugin was made with.
    public var abiMinor: UInt32 = 0
    /// The minor version of the interface that this antrain has.
    public var hostMinor: UInt32 = 0
    /// Whether the plugin can take back what it delivered.
    public var canCancel = false
    /// How many calls returned what means nothing.
    public var strangeAnswers: UInt32 = 0
    /// How many threads the process has; 0 where that cannot be told.
    public var threads: UInt32 = 0
    /// How many descriptors are open.
    public var descriptors: UInt32 = 0
    /// How much memory is in use, in bytes.
    public var heapBytes: Int64 = 0

    /// Creates an empty inspection.
    public init() {}
}

extension WireEncoder {
    mutating func write(_ inspection: WireInspection) {
        for number in [
            inspection.size, inspection.fullSize, inspection.abiMinor, inspection.hostMinor,
            inspection.canCancel ? 1 : 0, inspection.strangeAnswers, inspection.threads, inspection.descriptors,
        ] { write(number) }
        write(inspection.heapBytes)
    }
}

extension WireDecoder {
    mutating func inspection() throws(WireError) -> WireInspection {
        var inspection = WireInspection()
        inspection.size = try uint32()
        inspection.fullSize = try uint32()
        inspection.abiMinor = try uint32()
        inspection.hostMinor = try uint32()
        inspection.canCancel = try uint32() != 0
        inspection.strangeAnswers = try uint32()
        inspection.threads = try uint32()
        inspection.descriptors = try uint32()
        inspection.heapBytes = try int64()
        return inspection
    }
}
