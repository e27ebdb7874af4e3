// swift-tools-version: 6.2
import PackageDescription

// The kit that `make install` of antrain installs. The Makefile finds it with pkg-config.
let kit =
    Context.environment["ANTRAIN_PLUGIN_KIT"]
    ?? Context.environment["HOME", default: ""] + "/.local/share/antrain/AntrainPluginKit"

let package = Package(
    name: "@NAME@",
    products: [
        .library(name: "@NAME@", type: .dynamic, targets: ["Plugin"])
    ],
    dependencies: [.package(path: kit)],
    targets: [
        .target(
            name: "Plugin",
            dependencies: [.product(name: "AntrainPluginKit", package: "AntrainPluginKit")],
            // The library contains its own Swift runtime and exports only its entry point, so any build of antrain can load it.
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-Xlinker", "--exclude-libs=ALL", "-Xlinker", "--gc-sections",
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/plugin.map",
                ]),
                .unsafeFlags(["-Xlinker", "-s"], .when(configuration: .release)),
            ]
        ),
        // The tests load the library as antrain does, so they do not link it.
        .testTarget(
            name: "PluginTests",
            dependencies: [.product(name: "AntrainPluginKit", package: "AntrainPluginKit")]
        ),
    ]
)
