internal import Quoting

/// A component of a calendar, such as VEVENT, with its properties and the components in it.
public struct CalendarComponent: Sendable, Hashable {
    /// The name in upper case.
    public let name: String
    /// The line on which it begins, from 1; 0 if it was not read from a file.
    public let line: Int
    /// The properties in their order.
    package var properties: [ContentLine]
    /// The components in it, in their order.
    package var components: [CalendarComponent]

    package init(
        _ name: String,
        line: Int = 0,
        _ properties: [ContentLine] = [],
        components: [CalendarComponent] = []
    ) {
        (self.name, self.line, self.properties, self.components) = (name, line, properties, components)
    }

    /// The first property with a name; nil if there is none.
    public subscript(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// Appends the component as folded lines.
    package func write(to bytes: inout [UInt8]) {
        ContentLine("BEGIN", name).write(to: &bytes)
        for property in properties { property.write(to: &bytes) }
        for component in components { component.write(to: &bytes) }
        ContentLine("END", name).write(to: &bytes)
    }

    /// Whether it has the same contents as another, regardless of the lines on which they begin.
    package func hasSameContents(as other: CalendarComponent) -> Bool {
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

        package init(_ name: String, _ value: String) {
            self.name = name
            values = [value]
        }

        package init(_ name: String, values: [String]) {
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
    /// The line as it was read, with its folds and line breaks; nil if it was not read, or these are not needed.
    private let octets: ArraySlice<UInt8>?

    package init(_ name: String, _ parameters: [Parameter], _ value: String, octets: ArraySlice<UInt8>? = nil) {
        (self.name, self.parameters, self.value, self.octets) = (name, parameters, value, octets)
    }

    /// Creates a content line without parameters, whose value needs no escapes.
    package init(_ name: String, _ value: String) { self.init(name, [], value) }

    /// Creates a content line whose value is any text.
    package init(_ name: String, text: String) { self.init(name, CalendarText.escaped(text)) }

    /// The first value of a parameter; nil if the line does not have it.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.values.first }

    /// The value without its escapes.
    public var text: String { CalendarText.unescaped(value) }

    /// Appends the line, folded, with a line break; as it was read, if that is known.
    package func write(to bytes: inout [UInt8]) {
        if let octets {
            bytes += octets
            return
        }
        var line = Array(name.utf8)
        for parameter in parameters {
            line += ";\(parameter.name)=\(parameter.values.map(CalendarText.parameter).joined(separator: ","))".utf8
        }
        line.append(0x3A)
        line += value.utf8
        CalendarText.fold(line, into: &bytes)
    }

    public static func == (first: ContentLine, second: ContentLine) -> Bool {
        first.name == second.name && first.parameters == second.parameters && first.value == second.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
