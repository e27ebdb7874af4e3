internal import CLinux

/// The restrictions that the kernel can enforce on plugins.
///
/// The host determines the level, and the plugin's process must match it exactly before it loads the plugin.
public struct ConfinementLevel: Sendable, Hashable {
    /// The Landlock ABI version in use; 0 for none.
    public let landlock: Int
    /// Whether it is lower than the kernel's version.
    public let isLowered: Bool

    /// The variable that lowers the version, to test the confinement of older kernels.
    ///
    /// It cannot raise the version.
    public static let variable = "ANTRAIN_LANDLOCK"

    /// The restrictions that this kernel can enforce on plugins.
    ///
    /// - Parameter environment: the user's environment, in which `ANTRAIN_LANDLOCK` may lower the version.
    public init(environment: [String: String]) {
        self.init(kernel: Int(antrain_landlock_version()), lowered: environment[ConfinementLevel.variable])
    }

    /// The restrictions that a kernel can enforce on plugins.
    ///
    /// - Parameters:
    ///   - kernel: the kernel's Landlock ABI version; 0 for none.
    ///   - lowered: the highest version to use; ignored unless it is a non-negative number.
    init(kernel: Int, lowered: String?) {
        let chosen = lowered.flatMap { UInt16($0) }.map { Int($0) } ?? kernel
        landlock = max(0, min(kernel, chosen))
        isLowered = landlock < kernel
    }

    /// Whether it restricts access to the user's files.
    public var confinesFiles: Bool { landlock > 0 }

    /// Attacks by a plugin with these needs that newer kernels prevent.
    ///
    /// - Parameter needs: `ANTRAIN_NEED_…` bits.
    public func gaps(needs: Int64) -> [String] {
        guard needs & PluginNeed.rights.bit == 0 else { return [] }
        var gaps: [String] = []
        if landlock < 1 { gaps.append("read and change all your files, and the memory of your other programs") }
        if landlock < 6, needs & PluginNeed.exec.bit != 0 { gaps.append("end your other programs, including antrain") }
        return gaps
    }

    /// A description of how a plugin with these needs is confined.
    ///
    /// - Parameters:
    ///   - needs: `ANTRAIN_NEED_…` bits.
    ///   - startUp: the files that it may write and from which programs start.
    public func words(needs: Int64, startUp: [String] = []) -> String {
        guard needs & PluginNeed.rights.bit == 0 else {
            return "resource limits only, because it starts programs with their own privileges"
        }
        let version = landlock > 0 ? "Landlock \(landlock), seccomp and resource limits" : "seccomp and resource limits"
        let lowered = isLowered ? " (lowered by \(ConfinementLevel.variable))" : ""
        let gaps = gaps(needs: needs)
        let why =
            landlock > 0
            ? "with this Landlock version it can"
            : isLowered ? "without Landlock it can" : "this kernel has no Landlock, so it can"
        let held = gaps.isEmpty ? "" : "; \(why) " + gaps.joined(separator: ", and ")
        let desktop =
            needs & PluginNeed.desktop.bit != 0
            ? "; through the session bus it can ask other programs to act for you" : ""
        let starts =
            startUp.isEmpty
            ? "" : "; programs start from \(startUp.joined(separator: ", ")), which it may write, so it is not confined"
        return version + lowered + held + desktop + starts
    }
}
