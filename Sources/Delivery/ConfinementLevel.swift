internal import CLinux

/// What the kernel can enforce on plugins.
///
/// The host determines it, and the plugin's process must match it exactly before it loads the plugin.
public struct ConfinementLevel: Sendable, Hashable {
    /// The version of the Landlock ABI that is used; 0 for none.
    public let landlock: Int
    /// Whether it is lower than the kernel's.
    public let isLowered: Bool

    /// The variable that lowers the version, for tests of what older kernels hold.
    ///
    /// It cannot raise the version.
    public static let variable = "ANTRAIN_LANDLOCK"

    /// What this kernel can enforce on plugins.
    ///
    /// - Parameter environment: the user's, in which `ANTRAIN_LANDLOCK` may lower it.
    public init(environment: [String: String]) {
        self.init(kernel: Int(antrain_landlock_version()), lowered: environment[ConfinementLevel.variable])
    }

    /// What a kernel can enforce on plugins.
    ///
    /// - Parameters:
    ///   - kernel: the kernel's version of the Landlock ABI; 0 for none.
    ///   - lowered: the highest version to use; text other than a number from 0 on is ignored.
    init(kernel: Int, lowered: String?) {
        let chosen = lowered.flatMap { UInt16($0) }.map { Int($0) } ?? kernel
        landlock = max(0, min(kernel, chosen))
        isLowered = landlock < kernel
    }

    /// Whether it keeps plugins from the user's files.
    public var confinesFiles: Bool { landlock > 0 }

    /// What a plugin with these needs can do that newer kernels prevent.
    ///
    /// - Parameter needs: by the ABI's bits.
    public func gaps(needs: Int64) -> [String] {
        guard needs & PluginNeed.rights.bit == 0 else { return [] }
        var gaps: [String] = []
        if landlock < 1 { gaps.append("read and change all your files") }
        if landlock < 6, needs & PluginNeed.exec.bit != 0 { gaps.append("end your other programs, including antrain") }
        return gaps
    }

    /// How a plugin with these needs is confined, in words.
    ///
    /// - Parameter needs: by the ABI's bits.
    public func words(needs: Int64) -> String {
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
        return version + lowered + held + desktop
    }
}
