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
    /// How much address space is mapped in addition to the heap, in bytes; 0 if unknown.
    public var mappedBytes: Int64 = 0
    /// How many calls to the host came from a thread that may not make them.
    public var foreignCalls: UInt32 = 0
    /// Which of the descriptors 0, 1 and 2 the plugin closed or replaced: bit 0 for descriptor 0.
    public var changedStreams: UInt32 = 0
    /// Which signals have another handler than before the plugin was loaded: bit 0 for signal 1.
    public var changedSignals: Int64 = 0

    /// Creates an empty inspection.
    public init() {}
}

extension WireEncoder {
    mutating func write(_ inspection: WireInspection) {
        for number in [
            inspection.size, inspection.fullSize, inspection.abiMinor, inspection.hostMinor,
            inspection.canCancel ? 1 : 0, inspection.strangeAnswers, inspection.threads, inspection.descriptors,
            inspection.foreignCalls, inspection.changedStreams,
        ] { write(number) }
        for number in [inspection.heapBytes, inspection.mappedBytes, inspection.changedSignals] { write(number) }
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
        inspection.foreignCalls = try uint32()
        inspection.changedStreams = try uint32()
        inspection.heapBytes = try int64()
        inspection.mappedBytes = try int64()
        inspection.changedSignals = try int64()
        return inspection
    }
}
