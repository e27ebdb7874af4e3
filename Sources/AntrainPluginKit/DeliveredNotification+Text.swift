extension DeliveredNotification {
    /// The text, and where it is late, a line that says so.
    public var bodyWithLateness: String {
        guard let note = attributes["late-note"] else { return body }
        return (body.isEmpty ? "" : body + "\n\n") + "(\(note))"
    }

    /// The clock's offset from UTC, as in `+01:00`.
    public var offset: String {
        let minutes = utcOffsetSeconds / 60
        let size = Int(minutes.magnitude)
        return (minutes < 0 ? "-" : "+") + ClockFields.two(size / 60) + ":" + ClockFields.two(size % 60)
    }
}
