internal import CLibYAML

/// Owns libyaml's parser and its current event.
final class YAMLEventParser {
    /// libyaml's error when it cannot continue.
    struct Failure {
        let problem: String
        let context: String
        let character: Int
        let contextCharacter: Int
        let isOutOfMemory: Bool
    }

    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>

    init?(_ bytes: [UInt8]) {
        parser.initialize(to: yaml_parser_t())
        event.initialize(to: yaml_event_t())
        input = .allocate(capacity: max(1, bytes.count))
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        yaml_parser_set_input_string(parser, input.baseAddress.map { $0 + markLength }, bytes.count - markLength)
    }

    deinit {
        yaml_event_delete(event)
        yaml_parser_delete(parser)
        event.deallocate()
        parser.deallocate()
        input.deallocate()
    }

    /// The next event, valid until the next call; nil if the text cannot be parsed further.
    func next() -> UnsafeMutablePointer<yaml_event_t>? {
        yaml_event_delete(event)
        return yaml_parser_parse(parser, event) == 1 ? event : nil
    }

    /// Why there is no further event.
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
