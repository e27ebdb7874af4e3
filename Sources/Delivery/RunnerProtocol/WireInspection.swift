/// A runner's inspection of its plugin and itself.
public struct WireInspection: Sendable, Hashable {
    /// The size that the plugin's description declares.
    public var size: UInt32 = 0
    /// The size of a description of this antrain's version.
    public var fullSize: UInt32 = 0
    /// The minor version of the interface that the plugin was built with.
    public var abiMinor: UInt32 = 0
    /// The minor version of this antrain's interface.
    public var hostMinor: UInt32 = 0
    /// Whether the plugin can remove delivered notifications.
    public var canCancel = false
    /// The number of calls that returned an invalid status.
    public var strangeAnswers: UInt32 = 0
    /// The number of threads of the process; 0 if unknown.
    public var threads: UInt32 = 0
    public var descriptors: UInt32 = 0
    /// How many of them are pipes or the kernel's own objects (epoll, eventfd, timerfd), with which a runtime waits for events.
    public var eventDescriptors: UInt32 = 0
    public var heapBytes: Int64 = 0
    /// The address space mapped in addition to the heap, in bytes; 0 if unknown.
    public var mappedBytes: Int64 = 0
    /// The number of calls to the host from a wrong thread.
    public var foreignCalls: UInt32 = 0
    /// The descriptors 0, 1 and 2 that the plugin closed or replaced: bit 0 for descriptor 0.
    public var changedStreams: UInt32 = 0
    /// The signals whose handlers changed after the plugin was loaded: bit 0 for signal 1.
    public var changedSignals: Int64 = 0
    /// The settings of the process that changed after the plugin was loaded.
    public var changedSettings: Settings = []
    /// The number of calls that succeeded and nevertheless gave a reason.
    public var needlessReasons: UInt32 = 0
    /// The number of bytes that the plugin wrote to standard output.
    public var outputBytes: Int64 = 0

    /// Settings that a process has once, for all of its code.
    public struct Settings: OptionSet, Sendable, Hashable {
        public fileprivate(set) var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let environment = Settings(rawValue: 1)
        public static let folder = Settings(rawValue: 2)
        /// The locale of the C library.
        public static let locale = Settings(rawValue: 4)
        /// The mask of the modes of new files.
        public static let mask = Settings(rawValue: 8)
        public static let blockedSignals = Settings(rawValue: 16)
        /// A running interval timer.
        public static let timers = Settings(rawValue: 32)
        public static let limits = Settings(rawValue: 64)
        public static let priority = Settings(rawValue: 128)
        /// Children that run, or that nobody waited for.
        public static let children = Settings(rawValue: 256)
    }

    public init() {}
}

extension WireInspection: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&size)
        try coder.pass(&fullSize)
        try coder.pass(&abiMinor)
        try coder.pass(&hostMinor)
        try coder.pass(&canCancel)
        try coder.pass(&strangeAnswers)
        try coder.pass(&threads)
        try coder.pass(&descriptors)
        try coder.pass(&eventDescriptors)
        try coder.pass(&foreignCalls)
        try coder.pass(&changedStreams)
        try coder.pass(&changedSettings.rawValue)
        try coder.pass(&needlessReasons)
        try coder.pass(&heapBytes)
        try coder.pass(&mappedBytes)
        try coder.pass(&changedSignals)
        try coder.pass(&outputBytes)
    }
}
