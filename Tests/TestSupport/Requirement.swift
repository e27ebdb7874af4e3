import Foundation
public import Testing

/// What a test needs from the machine. A test without it is skipped; `.ci/test` counts the skipped tests and names what to
/// install for them.
public struct Requirement: Sendable {
    private let need: String
    private let isPackage: Bool
    private let isMet: Bool

    private init(_ need: String, isPackage: Bool = false, isMet: Bool) {
        (self.need, self.isPackage, self.isMet) = (need, isPackage, isMet)
    }

    /// The superuser.
    public static let root = Requirement("root", isMet: geteuid() == 0)

    /// The time of `make soak`.
    public static let soak = Requirement("make soak", isMet: Share.isWhole)

    /// The superuser's rights for `PrivateSpool`.
    public static let privateSpool = Requirement("root, or sudo without a password", isMet: PrivateSpool.isPossible)

    /// The processor for which the compiled fixtures are.
    #if arch(x86_64)
        public static let x86 = Requirement("an x86-64 processor", isMet: true)
    #else
        public static let x86 = Requirement("an x86-64 processor", isMet: false)
    #endif

    /// Namespaces in which an ordinary user is root.
    public static let userNamespaces = Requirement("user namespaces", isMet: canUnshare(["-rmn"]))

    /// Mounts of the test's own; an ordinary user needs a user namespace for them.
    public static let mounts = Requirement(
        "mount namespaces",
        isMet: canUnshare(["--mount"] + (geteuid() == 0 ? [] : ["--map-current-user", "--keep-caps"]))
    )

    private static func canUnshare(_ options: [String]) -> Bool {
        (try? run("/usr/bin/unshare", options + ["true"]).status) == 0
    }

    /// The module with which the tests validate JSON, in the first Python on the `PATH`.
    public static let jsonSchema = Requirement(
        "python3-jsonschema",
        isPackage: true,
        isMet: (try? run("/usr/bin/env", ["python3", "-c", "from jsonschema import Draft202012Validator"]).status) == 0
    )

    /// The module with which the tests compare repetitions, in the first Python on the `PATH`.
    public static let dateutil = Requirement(
        "python3-dateutil",
        isPackage: true,
        isMet: (try? run("/usr/bin/env", ["python3", "-c", "import dateutil.rrule"]).status) == 0
    )

    /// The Python in which `.ci/setup` installs the modules that no Debian package has.
    public static let pythonWithTools = BuildProducts.package + ".build/venv/bin/python3"

    /// That Python with all of its modules; `.ci/setup test` installs them.
    public static let pythonTools = Requirement(
        "the Python modules of .ci/setup test",
        isMet: (try? run(pythonWithTools, ["-c", "import fit_tool, garmin_fit_sdk"]).status) == 0
    )

    /// A program, and the Debian package that contains it, by default of the same name.
    public static func program(_ name: String, in package: String? = nil) -> Requirement {
        packaged(package ?? name, ["/usr/bin/", "/usr/sbin/"].map { $0 + name })
    }

    /// A module of the system's Python.
    public static func python(_ module: String, in package: String) -> Requirement {
        packaged(package, ["/usr/lib/python3/dist-packages/" + module])
    }

    /// A file of a Debian package.
    public static func file(_ path: String, in package: String) -> Requirement { packaged(package, [path]) }

    private static func packaged(_ package: String, _ paths: [String]) -> Requirement {
        let isMet = paths.contains(where: FileManager.default.fileExists(atPath:))
        return Requirement(package, isPackage: true, isMet: isMet)
    }

    /// The reason for skipping a test that needs all of these; nil if the machine has them.
    static func reason(_ all: [Requirement]) -> Comment? {
        let missing = all.filter { !$0.isMet }
        if let other = missing.first(where: { !$0.isPackage }) { return Comment(rawValue: "needs \(other.need)") }
        if missing.isEmpty { return nil }
        return Comment(rawValue: "needs packages: " + missing.map(\.need).joined(separator: " "))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if the machine lacks something that it needs.
    public static func requires(_ needs: Requirement...) -> Self { requires(needs) }

    /// Skips the test if the machine lacks something that it needs.
    public static func requires(_ needs: [Requirement]) -> Self {
        let reason = Requirement.reason(needs)
        return .enabled(if: reason == nil, reason)
    }
}
