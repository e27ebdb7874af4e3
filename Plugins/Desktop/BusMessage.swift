import CDBus

/// A value in a message, of the types that notifications need.
enum BusValue {
    case text(String)
    case number(UInt32)
    case signed(Int32)
    case byte(UInt8)
    case flag(Bool)
    case texts([String])
    /// Values of any type by name.
    case dictionary([(key: String, value: BusValue)])
}

/// A message on the bus: an outgoing call, or a reply or signal.
struct BusMessage {
    /// The destination; for an incoming message, the sender.
    let peer: String
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]

    init(to peer: String, path: String, interface: String, member: String, _ arguments: [BusValue] = []) {
        (self.peer, self.path, self.interface, self.member, self.arguments) = (peer, path, interface, member, arguments)
    }

    /// Reads an incoming message; arguments of other types are ignored.
    init(_ message: OpaquePointer) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        peer = text(dbus_message_get_sender(message))
        path = text(dbus_message_get_path(message))
        interface = text(dbus_message_get_interface(message))
        member = text(dbus_message_get_member(message))
        arguments = BusReader.values(of: message)
    }

    /// Creates a libdbus call.
    func withCall<Value>(_ body: (OpaquePointer) throws(BusFailure) -> Value) throws(BusFailure) -> Value {
        guard let message = dbus_message_new_method_call(peer, path, interface, member) else { throw .noMemory }
        defer { dbus_message_unref(message) }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for argument in arguments {
            guard BusWriter.append(argument, to: &iterator) else { throw .noMemory }
        }
        return try body(message)
    }
}

/// The type codes of the D-Bus specification.
private enum BusType {
    static let array = code("a")
    static let boolean = code("b")
    static let byte = code("y")
    static let dictionaryEntry = code("e")
    static let int32 = code("i")
    static let string = code("s")
    static let uint32 = code("u")
    static let variant = code("v")

    private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }
}

/// Appends values to a message; false if out of memory.
private enum BusWriter {
    static func append(_ value: BusValue, to iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .text(let text):
            return text.withCString { pointer in
                var pointer: UnsafePointer<CChar>? = pointer
                return dbus_message_iter_append_basic(&iterator, BusType.string, &pointer) != 0
            }
        case .number(var number): return dbus_message_iter_append_basic(&iterator, BusType.uint32, &number) != 0
        case .signed(var number): return dbus_message_iter_append_basic(&iterator, BusType.int32, &number) != 0
        case .byte(var byte): return dbus_message_iter_append_basic(&iterator, BusType.byte, &byte) != 0
        case .flag(let flag):
            var number: dbus_bool_t = flag ? 1 : 0
            return dbus_message_iter_append_basic(&iterator, BusType.boolean, &number) != 0
        case .texts(let texts):
            return within(BusType.array, of: "s", &iterator) { inner in
                texts.allSatisfy { append(.text($0), to: &inner) }
            }
        case .dictionary(let pairs):
            return within(BusType.array, of: "{sv}", &iterator) { inner in
                pairs.allSatisfy { pair in
                    within(BusType.dictionaryEntry, of: nil, &inner) { entry in
                        append(.text(pair.key), to: &entry)
                            && within(BusType.variant, of: pair.value.signature, &entry) { append(pair.value, to: &$0) }
                    }
                }
            }
        }
    }

    private static func within(
        _ type: Int32,
        of signature: String?,
        _ iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else { return false }
        guard body(&inner) else {
            dbus_message_iter_abandon_container(&iterator, &inner)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}

extension BusValue {
    fileprivate var signature: String {
        switch self {
        case .text: "s"
        case .number: "u"
        case .signed: "i"
        case .byte: "y"
        case .flag: "b"
        case .texts: "as"
        case .dictionary: "a{sv}"
        }
    }
}

/// Reads values from a message.
private enum BusReader {
    static func values(of message: OpaquePointer) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        return rest(&iterator)
    }

    private static func rest(_ iterator: inout DBusMessageIter) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            switch dbus_message_iter_get_arg_type(&iterator) {
            case 0: return values
            case BusType.string: values.append(.text(text(&iterator)))
            case BusType.uint32:
                var number: UInt32 = 0
                dbus_message_iter_get_basic(&iterator, &number)
                values.append(.number(number))
            case BusType.array where dbus_message_iter_get_element_type(&iterator) == BusType.string:
                var inner = DBusMessageIter()
                dbus_message_iter_recurse(&iterator, &inner)
                values.append(.texts(rest(&inner).compactMap { if case .text(let text) = $0 { text } else { nil } }))
            default: break
            }
            dbus_message_iter_next(&iterator)
        }
    }

    private static func text(_ iterator: inout DBusMessageIter) -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { String(cString: $0) } ?? ""
    }
}

/// Why a message on the bus failed.
struct BusFailure: Error {
    /// The error's name, such as `org.freedesktop.DBus.Error.NoReply`.
    let name: String
    let message: String

    static let noMemory = BusFailure(name: DBUS_ERROR_NO_MEMORY, message: "out of memory")
    static let silence = BusFailure(name: DBUS_ERROR_NO_REPLY, message: "no reply")
    static let lost = BusFailure(name: DBUS_ERROR_DISCONNECTED, message: "connection closed")

    /// Calls a libdbus function that returns null and fills in an error on failure.
    static func caught<Value>(_ body: (UnsafeMutablePointer<DBusError>) -> Value?) throws(BusFailure) -> Value {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        if let value = body(&error) { return value }
        guard let name = error.name else { throw .noMemory }
        throw BusFailure(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }

    /// Whether there was no reply in time.
    var isSilence: Bool { [DBUS_ERROR_NO_REPLY, DBUS_ERROR_TIMEOUT, DBUS_ERROR_TIMED_OUT].contains(name) }

    /// Whether there is no service of that name, and none that could be started.
    var isNobody: Bool { [DBUS_ERROR_SERVICE_UNKNOWN, DBUS_ERROR_NAME_HAS_NO_OWNER].contains(name) }

    var isBusLost: Bool { [DBUS_ERROR_DISCONNECTED, DBUS_ERROR_NO_SERVER].contains(name) }
}
