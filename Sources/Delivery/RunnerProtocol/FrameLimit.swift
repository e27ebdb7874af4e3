/// The size limit of a frame between the host and a plugin runner.
public enum FrameLimit {
    /// The maximum payload in bytes; larger frames are rejected before anything is read.
    public static let payloadBytes = 1 << 20
}
