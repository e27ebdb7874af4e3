/// Why an archive cannot be read or written.
public enum TarError: Error, Sendable, Hashable {
    /// The bytes do not begin with a ustar header.
    case notAnArchive
    /// A header is damaged; its offset in bytes.
    case badHeader(offset: Int)
    /// A number in a member's header is not octal, or too large.
    case badNumber(field: String, name: String)
    /// A member is not a regular file but, for example, `a symbolic link`.
    case unsupported(name: String, kind: String)
    /// A member's name could lead outside the folder, or does not fit into a header.
    case badName(String, reason: String)
    /// Two members have the same name.
    case duplicate(String)
    /// The archive ends within a member, or before its end mark; the member, if any.
    case truncated(name: String?)
    /// There is data after the end mark; its offset in bytes.
    case trailingData(offset: Int)
    /// There are more members than allowed.
    case tooManyMembers(limit: Int)
    /// The archive has more bytes than allowed.
    case tooLarge(limit: Int)
}

extension TarError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnArchive: "it is not a tar archive in the ustar format"
        case .badHeader(let offset): "the header at byte \(offset) is damaged"
        case .badNumber(let field, let name): "the \(field) of member '\(name)' is not a valid number"
        case .unsupported(let name, let kind): "member '\(name)' is \(kind), not a regular file"
        case .badName(let name, let reason): "the member name '\(name)' \(reason)"
        case .duplicate(let name): "it contains two members named '\(name)'"
        case .truncated(let name?): "it ends within member '\(name)'; the file is incomplete"
        case .truncated(nil): "its end is missing; the file is incomplete"
        case .trailingData(let offset): "it contains data after its end mark, at byte \(offset)"
        case .tooManyMembers(let limit): "it has more than \(limit) members"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        }
    }
}
