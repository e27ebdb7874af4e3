/// D-Bus server addresses.
public enum ServerAddress {
    /// The UNIX sockets of a server address (D-Bus Specification, "Server Addresses"); abstract ones start with `@`.
    public static func sockets(in address: String) -> [String] {
        address.split(separator: ";").flatMap { entry -> [String] in
            guard entry.hasPrefix("unix:") else { return [] }
            return entry.dropFirst(5).split(separator: ",").compactMap { pair in
                guard let sign = pair.firstIndex(of: "=") else { return nil }
                let value = unescaped(pair[pair.index(after: sign)...])
                switch pair[..<sign] {
                case "path": return value
                case "abstract": return "@" + value
                default: return nil
                }
            }
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var remaining = Array(text.utf8)[...]
        while let byte = remaining.popFirst() {
            if byte == 0x25, remaining.count >= 2,
                let value = UInt8(String(decoding: remaining.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                remaining = remaining.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
