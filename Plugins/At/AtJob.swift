/// A job of at(1) for a notification.
struct AtJob: Hashable {
    let number: Int
    /// The letter of its queue; `=` while it runs.
    let queue: String
    let key: String
    /// The notification's time, in seconds since 1970.
    let instant: Int64

    /// The start of the line that distinguishes antrain's jobs from others.
    static let mark = "# antrain-reminder "

    /// Finds that line in a job's text, as `at -c` prints it; nil if the job is not antrain's.
    init?(number: Int, queue: String, text: String) {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(AtJob.mark) }) else { return nil }
        let words = line.dropFirst(AtJob.mark.count).split(separator: " ")
        guard words.count == 2, let instant = Int64(words[1]) else { return nil }
        self.init(number: number, queue: queue, key: String(words[0]), instant: instant)
    }

    init(number: Int, queue: String, key: String, instant: Int64) {
        self.number = number
        self.queue = queue
        self.key = key
        self.instant = instant
    }

    /// Whether it is in a queue or running.
    func isIn(_ letter: String) -> Bool { queue == letter || queue == "=" }
}
