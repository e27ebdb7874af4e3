import AntrainPluginABI
import CConfinement
import CLinux
import Glibc
import RunnerProtocol

/// The files and folders granted to a plugin, each resolved once and kept open.
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

    private(set) var all: [Grant] = []
    private(set) var bounded: [Bounded] = []

    /// While the plugin runs: the size limit of a declared folder, and the growth limit of a folder that the user names.
    private static let folderBytes: UInt64 = 512 << 20

    /// Resolves them, and creates those that are missing.
    ///
    /// - Throws: if a path leads elsewhere than it says, or to a protected file or folder. A path that cannot be opened is
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
            guard let descriptor = try PlaceGrants.find(place, protection, writable, makes: !place.isOnlyRead) else {
                continue
            }
            var status = stat()
            let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            all.append(Grant(place: place, descriptor: descriptor, isFolder: isFolder))
            guard isFolder, !place.isOnlyRead else { continue }
            if let identity = PlaceGrants.identity(descriptor) { writable.append(identity) }
            try bound(place, descriptor)
        }
    }

    private mutating func bound(_ place: WirePlace, _ descriptor: Int32) throws(Confinement.Failure) {
        let most = PlaceGrants.folderBytes
        let held = antrain_folder_bytes(descriptor, place.isDeclared ? most : .max)
        if place.isDeclared, held > most {
            throw .path(
                place.path,
                problem: "contains more than \(most >> 20) MiB, the limit for a plugin's folder; delete files in it"
            )
        }
        // A folder with too many files to count has no limit.
        guard held != .max else { return }
        bounded.append(Bounded(descriptor: descriptor, name: place.path, most: place.isDeclared ? most : held &+ most))
    }

    /// Closes the descriptors after the rules were created.
    func close() {
        for grant in all { Glibc.close(grant.descriptor) }
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

    private static func find(
        _ place: WirePlace,
        _ protection: OpaquePointer,
        _ writable: [antrain_identity],
        makes: Bool
    ) throws(Confinement.Failure) -> Int32? {
        var problem = ANTRAIN_PLACE_OK
        let descriptor = writable.withUnsafeBufferPointer { writable in
            var rules = antrain_place_rules()
            rules.chosen = Int(place.chosen)
            rules.makes = makes ? 1 : 0
            rules.writable = writable.baseAddress
            rules.writable_count = writable.count
            rules.protection = place.isDeclared ? protection : nil
            return antrain_place_open(place.path, &rules, &problem)
        }
        switch problem {
        case ANTRAIN_PLACE_OK: return descriptor
        case ANTRAIN_PLACE_LINK:
            throw .path(
                place.path,
                problem: "contains a symbolic link that you did not choose; use the link's target"
            )
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
}
