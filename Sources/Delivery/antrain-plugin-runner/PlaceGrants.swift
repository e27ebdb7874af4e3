import AntrainPluginABI
import CConfinement
import CLinux
import Glibc
import RunnerProtocol

/// The files, folders and sockets granted to a plugin, each resolved once and kept open.
struct PlaceGrants {
    /// A granted file or folder.
    struct Grant {
        let place: WirePlace
        let descriptor: Int32
        let isFolder: Bool
    }

    /// A folder with a size limit.
    struct Bounded {
        let descriptor: Int32
        let name: String
        let most: UInt64
    }

    /// A socket that may be connected.
    struct Socket {
        /// The address by which the plugin knows it.
        let address: String
        /// The socket itself; -1 if it does not exist, and for an abstract address.
        let descriptor: Int32
    }

    private(set) var all: [Grant] = []
    private(set) var bounded: [Bounded] = []
    private(set) var sockets: [Socket] = []

    /// While the plugin runs: the size limit of a declared folder, and the growth limit of a folder that the user names.
    private static let folderBytes: UInt64 = 512 << 20

    /// Resolves them, and creates files and folders that are missing unless the plugin is only asked something.
    ///
    /// - Throws: if a path leads elsewhere than it says, or to something protected. A path that cannot be opened is
    ///   omitted: the plugin gets the same error and reports it itself.
    init(_ load: WireLoad) throws(Confinement.Failure) {
        let names = load.protected.map { UnsafePointer(strdup($0)) }
        defer { for name in names { free(UnsafeMutableRawPointer(mutating: name)) } }
        guard let protection = antrain_protection_make(names, names.count) else { throw .code(ENOMEM) }
        defer { antrain_protection_free(protection) }
        let places = load.places + PlaceGrants.runtimeFolder(load, protection)
        // A folder that does not exist yet contains no links. For the others, what is writable is determined before any is
        // resolved.
        var writable: [antrain_identity] = []
        for place in places where !place.isOnlyRead {
            guard let descriptor = try PlaceGrants.find(place, protection, [], makes: false) else { continue }
            if let identity = PlaceGrants.identity(descriptor) { writable.append(identity) }
            Glibc.close(descriptor)
        }
        for place in places {
            let makes = !place.isOnlyRead && !load.isAsked
            guard let descriptor = try PlaceGrants.find(place, protection, writable, makes: makes) else { continue }
            var status = stat()
            let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            all.append(Grant(place: place, descriptor: descriptor, isFolder: isFolder))
            guard isFolder, !place.isOnlyRead else { continue }
            if let identity = PlaceGrants.identity(descriptor) { writable.append(identity) }
            try bound(place, descriptor)
        }
        // In a folder in which the plugin may write, it could give any socket the name of its own.
        for socket in load.sockets {
            let found = socket.path.hasPrefix("@") ? nil : try PlaceGrants.findSocket(socket, protection, writable)
            sockets.append(Socket(address: socket.path, descriptor: found ?? -1))
        }
    }

    private mutating func bound(_ place: WirePlace, _ descriptor: Int32) throws(Confinement.Failure) {
        let most = PlaceGrants.folderBytes
        let held = antrain_folder_bytes(descriptor, place.isDeclared ? most : .max)
        if held == ANTRAIN_FOLDER_HIDDEN {
            throw .path(
                place.path,
                problem:
                    "contains a folder that can be entered but not read, or too many levels of folders, so its size cannot be limited; remove these"
            )
        }
        if place.isDeclared, held > most {
            throw .path(
                place.path,
                problem: "contains more than \(most >> 20) MiB, the limit for a plugin's folder; delete files in it"
            )
        }
        // A folder with too many files to count has no limit.
        guard held != ANTRAIN_FOLDER_CROWDED else { return }
        bounded.append(Bounded(descriptor: descriptor, name: place.path, most: place.isDeclared ? most : held &+ most))
    }

    /// Closes the descriptors after the rules were created.
    func close() {
        for grant in all { Glibc.close(grant.descriptor) }
        for socket in sockets where socket.descriptor >= 0 { Glibc.close(socket.descriptor) }
    }

    /// antrain's folder in the user's runtime folder, if any, where desktop plugins share the list of shown notifications.
    private static func runtimeFolder(_ load: WireLoad, _ protection: OpaquePointer) -> [WirePlace] {
        guard Confinement.Needs(rawValue: load.needs).contains(.desktop) else { return [] }
        let runtime = Confinement.variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let chosen = UInt32(clamping: runtime.utf8.count)
        let outer = WirePlace(path: runtime, chosen: chosen, isOnlyRead: true)
        guard let found = try? find(outer, protection, [], makes: false) else { return [] }
        Glibc.close(found)
        return [WirePlace(path: runtime + "/antrain/", chosen: chosen)]
    }

    private static func identity(_ descriptor: Int32) -> antrain_identity? {
        var identity = antrain_identity()
        return antrain_place_identity(descriptor, &identity) == 0 ? identity : nil
    }

    private static func open(
        _ place: WirePlace,
        _ protection: OpaquePointer,
        _ writable: [antrain_identity],
        makes: Bool = false,
        outside: Bool = false
    ) -> (descriptor: Int32, problem: antrain_place_problem) {
        var problem = ANTRAIN_PLACE_OK
        let descriptor = writable.withUnsafeBufferPointer { writable in
            var rules = antrain_place_rules()
            rules.chosen = Int(place.chosen)
            rules.makes = makes ? 1 : 0
            rules.writable = writable.baseAddress
            rules.writable_count = writable.count
            rules.outside = outside ? 1 : 0
            rules.protection = place.isDeclared ? protection : nil
            return antrain_place_open(place.path, &rules, &problem)
        }
        return (descriptor, problem)
    }

    private static func find(
        _ place: WirePlace,
        _ protection: OpaquePointer,
        _ writable: [antrain_identity],
        makes: Bool
    ) throws(Confinement.Failure) -> Int32? {
        let (descriptor, problem) = open(place, protection, writable, makes: makes)
        switch problem {
        case ANTRAIN_PLACE_OK: return descriptor
        case ANTRAIN_PLACE_LINK:
            throw .path(place.path, problem: "contains a symbolic link that you did not choose; use the link's target")
        case ANTRAIN_PLACE_SYSTEM: throw .path(place.path, problem: "is in /proc or /sys, which plugins cannot access")
        case ANTRAIN_PLACE_PROTECTED:
            throw .path(
                place.path,
                problem:
                    "gives access to files that plugins may not declare; to grant it, add it as a value in the settings"
            )
        default: return nil
        }
    }

    /// The socket at a path; nil if it cannot be opened.
    private static func findSocket(
        _ socket: WirePlace,
        _ protection: OpaquePointer,
        _ writable: [antrain_identity]
    ) throws(Confinement.Failure) -> Int32? {
        let (descriptor, problem) = open(socket, protection, writable, outside: true)
        switch problem {
        case ANTRAIN_PLACE_OK: return descriptor
        case ANTRAIN_PLACE_WRITABLE, ANTRAIN_PLACE_LINK:
            throw .socket(
                socket.path,
                problem: "is in a folder in which the plugin may write, and could put another socket there"
            )
        case ANTRAIN_PLACE_PROTECTED:
            throw .socket(
                socket.path,
                problem:
                    "leads to a socket that plugins may not declare; to grant it, add it as a value in the settings"
            )
        default: return nil
        }
    }
}
