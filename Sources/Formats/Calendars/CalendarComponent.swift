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
        self.name = name
        self.line = line
        self.properties = properties
        self.components = components
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
