internal import CLibYAML

/// A batch of consecutive libyaml events.
final class YAMLEventBatch {
    let events: UnsafeMutablePointer<yaml_event_t>
    private(set) var count = 0
    /// Whether this is the last batch: the text has ended, or cannot be parsed further.
    private(set) var isLast = false
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        events = .allocate(capacity: capacity)
    }

    deinit {
        empty()
        events.deallocate()
    }

    /// Replaces the events with the parser's next ones.
    func fill(from parser: UnsafeMutablePointer<yaml_parser_t>) {
        empty()
        var (filled, isOver) = (0, false)
        while filled < capacity, !isOver {
            let isParsed = yaml_parser_parse(parser, events + filled) == 1
            isOver = !isParsed || events[filled].type == YAML_STREAM_END_EVENT
            if isParsed { filled += 1 }
        }
        (count, isLast) = (filled, isOver)
    }

    private func empty() {
        for place in 0..<count { yaml_event_delete(events + place) }
        count = 0
    }
}
