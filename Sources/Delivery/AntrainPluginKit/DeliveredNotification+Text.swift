extension DeliveredNotification {
    /// The text, with a line about the lateness if it is late.
    public var bodyWithLateness: String {
        guard let note = attributes["late-note"] else { return body }
        return (body.isEmpty ? "" : body + "\n\n") + "(\(note))"
    }

    /// The same with a line about how to answer.
    public var bodyWithAnswer: String {
        guard let answer = attributes["answer"] else { return bodyWithLateness }
        return (bodyWithLateness.isEmpty ? "" : bodyWithLateness + "\n\n") + answer
    }

    /// The clock's UTC offset, such as `+01:00`.
    public var offset: String {
        let minutes = utcOffsetSeconds / 60
        let size = Int(minutes.magnitude)
        return (minutes < 0 ? "-" : "+") + ClockFields.two(size / 60) + ":" + ClockFields.two(size % 60)
    }
}
