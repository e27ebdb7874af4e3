/// How large a frame between the host and a plugin runner may be.
public enum FrameLimit {
    /// The largest payload, in bytes: larger announcements are refused before anything is read.
    public static let payloadBytes = 1 << 20
}
