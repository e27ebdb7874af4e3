// swift-tools-version: 6.2
import PackageDescription

// Where `make install` of antrain put the kit. The Makefile asks pkg-config for it.
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
            // The library carries its own Swift runtime and shows nothing but its entry: it can be loaded wherever antrain runs.
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-Xlinker", "--exclude-libs=ALL", "-Xlinker", "--gc-sections",
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/plugin.map",
                ]),
                .unsafeFlags(["-Xlinker", "-s"], .when(configuration: .release)),
            ]
        ),
        // The tests load the library as antrain does, and so do not link it.
        .testTarget(
            name: "PluginTests",
            dependencies: [.product(name: "AntrainPluginKit", package: "AntrainPluginKit")]
        ),
    ]
)
