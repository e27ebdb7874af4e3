extension Unicode.Scalar {
    /// Whether the character must not reach a terminal from text that antrain did not write.
    ///
    /// These are the control characters (general category Cc: C0, DEL and C1), which can move the cursor, change the window's title
    /// or write to the clipboard; the line and paragraph separators, which end a line for some readers and not for others; and
    /// the characters with the property Bidi_Control (UAX #9, section 2), with which text can be displayed in another order than
    /// the one it is stored in (UTR #36, section 2.5).
    public var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether the character ends a line for some program or can control a terminal: a control character (Cc), or a line or
    /// paragraph separator.
    public var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
        default: false
        }
    }
}
