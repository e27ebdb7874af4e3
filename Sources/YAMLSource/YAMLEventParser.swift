internal import CLibYAML
internal import Dispatch

/// Owns libyaml's parser and returns its events in batches.
///
/// A long text is parsed on a separate thread, a few batches ahead of the consumer; this only affects speed.
/// The producer owns the parser until the last batch; semaphores pass each batch between the two threads.
final class YAMLEventParser: @unchecked Sendable {
    /// libyaml's error when it cannot continue.
    struct Failure {
        let problem: String
        let context: String
        let character: Int
        let contextCharacter: Int
        let isOutOfMemory: Bool
    }

    /// The minimum text size in bytes that is worth a thread.
    private static let long = 128 << 10

    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let batches: [YAMLEventBatch]
    private let isAhead: Bool
    private let filled = DispatchSemaphore(value: 0)
    private let emptied = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private var isAbandoned = false
    /// The index of the batch returned last.
    private var taken: Int?

    init?(_ bytes: [UInt8]) {
        parser.initialize(to: yaml_parser_t())
        input = .allocate(capacity: max(1, bytes.count))
        _ = input.initialize(from: bytes)
        isAhead = bytes.count >= YAMLEventParser.long
        batches = (0..<(isAhead ? 4 : 1)).map { [isAhead] _ in YAMLEventBatch(capacity: isAhead ? 4096 : 32) }
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        yaml_parser_set_input_string(parser, input.baseAddress.map { $0 + markLength }, bytes.count - markLength)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// Calls a closure that takes as many batches as it needs.
    func withBatches<Result>(_ body: (YAMLEventParser) -> Result) -> Result {
        guard isAhead else { return body(self) }
        for _ in batches { emptied.signal() }
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            produce()
            ended.signal()
        }
        defer {
            isAbandoned = true
            emptied.signal()
            ended.wait()
        }
        return body(self)
    }

    private func produce() {
        var index = 0
        while true {
            emptied.wait()
            guard !isAbandoned else { return }
            batches[index].fill(from: parser)
            let isLast = batches[index].isLast
            filled.signal()
            guard !isLast else { return }
            index = (index + 1) % batches.count
        }
    }

    /// The next batch, valid until the next call; nil after the last.
    func next() -> YAMLEventBatch? {
        if let taken, batches[taken].isLast { return nil }
        let next = taken.map { ($0 + 1) % batches.count } ?? 0
        if isAhead {
            if taken != nil { emptied.signal() }
            filled.wait()
        } else {
            batches[next].fill(from: parser)
        }
        taken = next
        return batches[next]
    }

    /// Why there are no further events; only valid after the last batch.
    var failure: Failure {
        let state = parser.pointee
        return Failure(
            problem: state.problem.map { String(cString: $0) } ?? "",
            context: state.context.map { String(cString: $0) } ?? "",
            character: state.problem_mark.index,
            contextCharacter: state.context_mark.index,
            isOutOfMemory: state.error == YAML_MEMORY_ERROR
        )
    }
}
