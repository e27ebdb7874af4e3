// swift-tools-version: 6.2
import PackageDescription

// The kit as installed by `make install`, for plugins that are built outside antrain's source tree.
let package = Package(
    name: "AntrainPluginKit",
    products: [
        .library(name: "AntrainPluginKit", targets: ["AntrainPluginABI", "AntrainPluginKit"])
    ],
    targets: [
        .target(name: "AntrainPluginABI"),
        .target(name: "PrintableText"),
        .target(name: "Processes"),
        .target(name: "Quoting", dependencies: ["PrintableText"]),
        .target(
            name: "AntrainPluginKit",
            dependencies: ["AntrainPluginABI", "PrintableText", "Processes", "Quoting"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
    ]
)
