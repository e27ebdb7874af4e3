import Foundation

/// The user as whom a test runs programs if the result depends on permissions, which root may ignore.
///
/// If the tests run as root, it is an unused user id; otherwise it is the current user. It can run the programs in
/// `BuildProducts.folder`.
public struct OrdinaryUser: Sendable {
    private let id: Int?

    public init() {
        id = geteuid() == 0 ? Int.random(in: 1_200_000..<1_900_000) : nil
    }

    /// The user's number.
    public var number: Int { id ?? Int(geteuid()) }

    /// The command line that runs a program as the user.
    public func words(_ program: [String]) -> [String] {
        guard let id else { return program }
        return [
            "/usr/bin/setpriv", "--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--inh-caps=-all",
            "--bounding-set=-all",
        ] + program
    }

    /// Gives the user a folder and everything in it.
    public func own(_ folder: TemporaryFolder) throws {
        guard let id else { return }
        let done = try run("/usr/bin/chown", ["-Rh", "\(id):\(id)", folder.path])
        guard done.status == 0 else { throw ProgramFailure(message: done.errors) }
    }
}
