internal import Quoting

/// A content line (RFC 5545, 3.1): a name, parameters and a value, as in `DTSTART;TZID=Europe/Berlin:20261123T073000`.
public struct ContentLine: Sendable, Hashable {
    /// A parameter of a content line.
    public struct Parameter: Sendable, Hashable {
        /// The name in upper case.
        public let name: String
        /// The values, without quotation marks.
        public let values: [String]

        init(_ name: String, _ value: String) {
            self.name = name
            values = [value]
        }

        init(_ name: String, values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The name in upper case.
    public let name: String
    /// The parameters in their order.
    public let parameters: [Parameter]
    /// The value as it is written, with its escapes.
    public let value: String

    init(_ name: String, _ parameters: [Parameter], _ value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// Creates a content line without parameters, whose value needs no escapes.
    init(_ name: String, _ value: String) { self.init(name, [], value) }

    /// Creates a content line whose value is any text.
    init(_ name: String, text: String) { self.init(name, CalendarText.escaped(text)) }

    /// The first value of a parameter; nil if the line does not have it.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.values.first }

    /// The value without its escapes.
    public var text: String { CalendarText.unescaped(value) }
}

extension ContentLine {
    /// Appends the line, folded, with a line break.
    func write(to bytes: inout [UInt8]) {
        var line = Array(name.utf8)
        for parameter in parameters {
            line += ";\(parameter.name)=\(parameter.values.map(CalendarText.parameter).joined(separator: ","))".utf8
        }
        line.append(0x3A)
        line += value.utf8
        CalendarText.fold(line, into: &bytes)
    }
}
