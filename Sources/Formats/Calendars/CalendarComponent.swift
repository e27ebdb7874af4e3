internal import Quoting

/// A component of a calendar, such as VEVENT, with its properties and the components in it.
public struct CalendarComponent: Sendable, Hashable {
    /// The name in upper case.
    public let name: String
    /// The line on which it begins, from 1; 0 if it was not read from a file.
    public let line: Int
    /// The properties in their order.
    public internal(set) var properties: [ContentLine]
    /// The components in it, in their order.
    public internal(set) var components: [CalendarComponent]

    init(_ name: String, line: Int = 0, _ properties: [ContentLine] = [], components: [CalendarComponent] = []) {
        (self.name, self.line, self.properties, self.components) = (name, line, properties, components)
    }

    /// The first property with a name; nil if there is none.
    public subscript(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// Appends the component as folded lines.
    func write(to bytes: inout [UInt8]) {
        ContentLine("BEGIN", name).write(to: &bytes)
        for property in properties { property.write(to: &bytes) }
        for component in components { component.write(to: &bytes) }
        ContentLine("END", name).write(to: &bytes)
    }

    /// Whether it has the same contents as another, regardless of the lines on which they begin.
    func hasSameContents(as other: CalendarComponent) -> Bool {
        name == other.name && properties == other.properties && components.count == other.components.count
            && zip(components, other.components).allSatisfy { $0.hasSameContents(as: $1) }
    }
}

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
        (self.name, self.parameters, self.value) = (name, parameters, value)
    }

    /// Creates a content line without parameters, whose value needs no escapes.
    init(_ name: String, _ value: String) { self.init(name, [], value) }

    /// Creates a content line whose value is any text.
    init(_ name: String, text: String) { self.init(name, CalendarText.escaped(text)) }

    /// The first value of a parameter; nil if the line does not have it.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.values.first }

    /// The value without its escapes.
    public var text: String { CalendarText.unescaped(value) }

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
