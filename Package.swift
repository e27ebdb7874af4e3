// swift-tools-version: 6.2
import PackageDescription

extension Target {
    /// A shipped plugin: a library that exports only its entry.
    ///
    /// It uses the Swift runtime of the runner that loads it. Third-party plugins contain their own (see Plugins/Templates/swift).
    static func plugin(
        _ name: String,
        path: String,
        with others: [Target.Dependency] = [],
        exclude: [String] = []
    ) -> Target {
        .target(
            name: name,
            dependencies: ["AntrainPluginABI", "AntrainPluginKit", "PrintableText", "Quoting"] + others,
            path: path,
            exclude: exclude,
            linkerSettings: [
                .unsafeFlags([
                    "-Xlinker", "--gc-sections",
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/plugin.map",
                ])
            ]
        )
    }
}

let package = Package(
    name: "antrain",
    products: [
        .executable(name: "antrain", targets: ["antrain"]),
        .executable(name: "antrain-plugin-runner", targets: ["antrain-plugin-runner"]),
        .library(name: "AntrainPluginKit", targets: ["AntrainPluginKit"]),
        .library(name: "antrain-at", type: .dynamic, targets: ["AtPlugin"]),
        .library(name: "antrain-command", type: .dynamic, targets: ["CommandPlugin"]),
        .library(name: "antrain-console", type: .dynamic, targets: ["ConsolePlugin"]),
        .library(name: "antrain-desktop", type: .dynamic, targets: ["DesktopPlugin"]),
        .library(name: "antrain-log", type: .dynamic, targets: ["LogFilePlugin"]),
        .library(name: "antrain-mail", type: .dynamic, targets: ["MailPlugin"]),
        .library(name: "antrain-tasks", type: .dynamic, targets: ["TasksPlugin"]),
        .library(name: "antrain-webhook", type: .dynamic, targets: ["WebhookPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    ],
    targets: [
        // The modules: each depends only on modules above it, and a layer only on layers above it.
        .systemLibrary(
            name: "CLibYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CLibCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]
        ),
        .target(name: "CivilTime"),
        .target(name: "PrintableText"),
        .target(name: "Quoting", dependencies: ["PrintableText"]),
        .target(name: "YAMLSource", dependencies: ["CLibYAML", "PrintableText", "Quoting"]),
        .target(name: "Training", dependencies: ["CivilTime", "YAMLSource"]),
        .target(name: "Progress", dependencies: ["Training", "CivilTime"]),
        .target(
            name: "LogExchange",
            dependencies: ["Progress", "Training", "CivilTime", "PrintableText", "Quoting"]
        ),
        .target(name: "XMLEvents", dependencies: ["CExpat"]),
        .target(name: "Activities", dependencies: ["XMLEvents", "Training", "CivilTime", "PrintableText"]),
        .target(name: "Localization", dependencies: ["Progress", "Training", "CivilTime"]),
        .target(name: "Reminders", dependencies: ["Localization", "Training", "CivilTime", "YAMLSource"]),
        .target(name: "Planning", dependencies: ["Reminders", "Localization", "Progress", "Training", "CivilTime"]),
        .target(name: "ImportedJobs", dependencies: ["Reminders", "CivilTime", "Quoting"]),
        .target(name: "CalendarSyntax", dependencies: ["CivilTime", "Quoting"]),
        .target(
            name: "Calendars",
            dependencies: ["CalendarSyntax", "Planning", "Reminders", "CivilTime", "PrintableText", "Quoting"]
        ),
        .target(name: "Files", dependencies: [.product(name: "SystemPackage", package: "swift-system")]),
        .target(
            name: "Ledger",
            dependencies: [
                "CSQLite", "Files", "Planning", "Reminders", "Localization", "Progress", "Training", "CivilTime",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "History",
            dependencies: [
                "Ledger", "Planning", "Reminders", "Progress", "CivilTime",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "Recovery",
            dependencies: [
                "Ledger", "Files", "Localization", "Reminders", "CivilTime",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "MachineFiles",
            dependencies: ["CSodium", "Files", .product(name: "SystemPackage", package: "swift-system")]
        ),
        .target(
            name: "Machines",
            dependencies: [
                "MachineFiles", "Recovery", "History", "Ledger", "Files", "CivilTime",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Reports",
            dependencies: [
                "CivilTime", "PrintableText", "Quoting", .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Page")]
        ),
        .target(name: "MailReplies", dependencies: ["CivilTime", "Quoting"]),
        .target(name: "Archives"),
        .target(name: "AntrainPluginABI"),
        .target(name: "Processes"),
        .target(name: "AntrainPluginKit", dependencies: ["AntrainPluginABI", "PrintableText", "Processes", "Quoting"]),
        .target(name: "PluginFiles", dependencies: ["AntrainPluginKit"]),
        .target(name: "WebRequests", dependencies: ["AntrainPluginKit", "CCurl"]),
        .target(name: "CLinux"),
        .target(name: "CUnicodeStub"),
        .systemLibrary(
            name: "CSeccomp",
            pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]
        ),
        .target(name: "CConfinement", dependencies: ["CSeccomp"]),
        .target(name: "RunnerProtocol"),
        .target(
            name: "Delivery",
            dependencies: [
                "CLibCrypto", "CLinux", "Processes", "Planning", "Reminders", "Localization", "CivilTime",
                "PrintableText", "YAMLSource", "Ledger", "RunnerProtocol",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .executableTarget(
            name: "antrain-plugin-runner",
            dependencies: ["AntrainPluginABI", "CConfinement", "CLinux", "RunnerProtocol"],
            // `.ci/build` puts the libraries of Swift's runtime into this folder; the shipped plugins use them too.
            linkerSettings: [
                .unsafeFlags(
                    ["-no-static-stdlib", "-Xlinker", "-rpath=$ORIGIN/runtime"],
                    .when(configuration: .release)
                )
            ]
        ),
        .target(
            name: "Platform",
            dependencies: [
                "CLinux", "Processes", "Files", "Recovery", "Ledger", "Delivery", "Reminders", "Localization",
                "CivilTime", "PrintableText", "Quoting", "YAMLSource",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Session",
            dependencies: [
                "Platform", "Files", "MachineFiles", "Machines", "Recovery", "History", "Ledger", "Delivery",
                "RunnerProtocol", "CalendarSyntax",
                "Calendars", "Planning", "Reminders", "Localization", "Progress", "Training", "CivilTime",
                "PrintableText", "Quoting", "YAMLSource",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Triggers",
            dependencies: [
                "Session", "Platform", "Files", "Ledger", "Delivery", "ImportedJobs", "Planning", "Reminders",
                "Localization", "CivilTime", "Quoting",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Backups",
            dependencies: [
                "Session", "Platform", "Files", "Recovery", "Ledger", "Delivery", "Archives", "LogExchange",
                "Reminders", "Training", "CivilTime", "PrintableText", "YAMLSource",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Results",
            dependencies: [
                "Machines",
                "Triggers", "Backups", "Session", "Platform", "Files", "History", "Ledger", "Delivery",
                "RunnerProtocol", "Calendars", "ImportedJobs", "LogExchange", "Reports", "Planning", "Reminders",
                "Localization", "Progress", "Training", "CivilTime", "PrintableText", "Quoting", "YAMLSource",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Doctor",
            dependencies: [
                "Results", "Triggers", "Session", "Platform", "Files", "Recovery", "History", "Ledger", "Delivery",
                "RunnerProtocol", "Calendars", "ImportedJobs", "Reminders", "Training", "CivilTime", "PrintableText",
                "Quoting", "YAMLSource",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "UseCases",
            dependencies: [
                "MachineFiles", "Machines",
                "Doctor", "Results", "Backups", "Triggers", "Session", "Platform", "Files", "Recovery", "History",
                "Ledger", "Delivery", "RunnerProtocol", "Activities", "CalendarSyntax", "Calendars", "ImportedJobs",
                "LogExchange", "MailReplies", "Reports", "Planning", "Reminders", "Localization", "Progress",
                "Training", "CivilTime",
                "PrintableText", "Quoting", "YAMLSource",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "Completion",
            dependencies: [
                "UseCases", "Triggers", "Session", "Platform", "Files", "History", "Ledger", "ImportedJobs", "Planning",
                "Reminders", "Localization", "Progress", "Training", "CivilTime", "PrintableText", "Quoting",
                "YAMLSource",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .executableTarget(
            name: "antrain",
            dependencies: [
                "Completion", "UseCases", "Doctor", "Results", "Backups", "Triggers", "Session", "Platform", "Files",
                "Recovery", "History", "Ledger", "Delivery", "RunnerProtocol", "Calendars", "ImportedJobs",
                "LogExchange", "MailReplies", "Reports", "Planning", "Reminders", "Localization", "Progress",
                "Training",
                "CivilTime", "PrintableText", "Quoting", "YAMLSource", "CUnicodeStub",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Exercises", "Manual"],
            // The host never loads a library. Without a dynamic linker it starts in half the time, on any distribution.
            linkerSettings: [.unsafeFlags(["-static-executable"], .when(configuration: .release))]
        ),

        // The plugins that ship with antrain.
        .plugin("AtPlugin", path: "Plugins/At"),
        .plugin("CommandPlugin", path: "Plugins/Command"),
        .plugin("ConsolePlugin", path: "Plugins/Console"),
        .systemLibrary(
            name: "CDBus",
            pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]
        ),
        .plugin("DesktopPlugin", path: "Plugins/Desktop", with: ["CDBus"], exclude: ["desktop.png"]),
        .plugin("LogFilePlugin", path: "Plugins/LogFile"),
        .plugin("MailPlugin", path: "Plugins/Mail"),
        .plugin(
            "TasksPlugin",
            path: "Plugins/Tasks",
            with: ["CalendarSyntax", "CivilTime", "PluginFiles", "WebRequests", "XMLEvents"]
        ),
        .plugin("WebhookPlugin", path: "Plugins/Webhook", with: ["PluginFiles", "WebRequests"]),

        // The benchmarks' helper program.
        .executableTarget(
            name: "antrain-workload",
            dependencies: [
                "CivilTime", "YAMLSource", "Training", "Planning", "Reminders", "Ledger", "Delivery",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Benchmarks/Workload"
        ),

        // The tests.
        .target(name: "TestSupport", path: "Tests/TestSupport", exclude: ["ntfy_server.py"]),
        .target(
            name: "DeliverySupport",
            dependencies: [
                "Delivery", "Ledger", "Reminders", "CivilTime", "RunnerProtocol", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/DeliverySupport"
        ),
        .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport"]),
        .testTarget(name: "PrintableTextTests", dependencies: ["PrintableText"]),
        .testTarget(name: "QuotingTests", dependencies: ["Quoting", "TestSupport"]),
        .testTarget(
            name: "MailRepliesTests",
            dependencies: ["MailReplies", "TestSupport"],
            exclude: ["Shapes"]
        ),
        .testTarget(name: "ArchivesTests", dependencies: ["Archives", "TestSupport"]),
        .testTarget(
            name: "ActivitiesTests",
            dependencies: ["Activities", "Training", "CivilTime", "TestSupport"],
            exclude: ["write_fit.py", "read_fit.py"]
        ),
        .testTarget(name: "YAMLSourceTests", dependencies: ["YAMLSource", "TestSupport"]),
        .testTarget(name: "TrainingTests", dependencies: ["Training", "CivilTime", "YAMLSource", "TestSupport"]),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "MachineFiles", "Machines", "Recovery", "History", "Ledger", "Planning", "Reminders", "Localization",
                "Progress",
                "Training", "CivilTime", "YAMLSource", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Schemas"]
        ),
        .testTarget(
            name: "MachineFilesTests",
            dependencies: [
                "MachineFiles", "Files", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["machine_files.py"]
        ),
        .testTarget(name: "RunnerProtocolTests", dependencies: ["RunnerProtocol"]),
        .testTarget(name: "ConfinementTests", dependencies: ["CConfinement", "CLinux", "TestSupport"]),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "Delivery", "History", "Ledger", "Reminders", "CivilTime", "RunnerProtocol", "DeliverySupport",
                "TestSupport", "antrain-plugin-runner",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Interfaces"]
        ),
        .testTarget(
            name: "PluginTests",
            dependencies: [
                "AntrainPluginKit", "AntrainPluginABI", "Quoting", "Delivery", "Ledger", "Reminders", "CivilTime",
                "DeliverySupport", "TestSupport", "antrain", "antrain-plugin-runner",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "DesktopPluginTests",
            dependencies: [
                "Delivery", "Ledger", "Reminders", "CivilTime", "RunnerProtocol", "DeliverySupport", "TestSupport",
                "antrain", "antrain-plugin-runner",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "TasksPluginTests",
            dependencies: [
                "Delivery", "Reminders", "CivilTime", "RunnerProtocol", "DeliverySupport", "TestSupport",
                "antrain-plugin-runner",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["read_tasks.py", "fault_proxy.py"]
        ),
        .executableTarget(
            name: "machine-file-writer",
            dependencies: ["MachineFiles", .product(name: "SystemPackage", package: "swift-system")],
            path: "Tests/MachineFileWriter"
        ),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "CivilTime", "MachineFiles", "TestSupport", "antrain", "antrain-plugin-runner", "machine-file-writer",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["README.md", "Shim"]
        ),
        .testTarget(
            name: "AntrainTests",
            dependencies: [
                "antrain", "UseCases", "Doctor", "Results", "Backups", "Triggers", "Session", "Platform", "Files",
                "Ledger", "Delivery", "RunnerProtocol", "ImportedJobs", "LogExchange", "MailReplies", "Reports",
                "Planning",
                "Reminders",
                "Localization", "Progress", "Training", "CivilTime", "PrintableText", "YAMLSource", "TestSupport",
                "antrain-plugin-runner",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["TwelveWeeks"]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Archives", "TestSupport", "antrain", "antrain-plugin-runner"]
        ),
        .testTarget(name: "TextTests", dependencies: ["TestSupport"], exclude: ["references.py"]),
        .testTarget(name: "ReportsTests", dependencies: ["Reports", "CivilTime", "TestSupport"]),
        .testTarget(
            name: "LogExchangeTests",
            dependencies: ["LogExchange", "Progress", "Training", "CivilTime", "YAMLSource", "TestSupport"],
            exclude: ["Exports", "public_exports.py"]
        ),
        .testTarget(
            name: "ProgressTests",
            dependencies: ["Progress", "Training", "CivilTime", "YAMLSource", "TestSupport"]
        ),
        .testTarget(
            name: "ProgramsTests",
            dependencies: ["Planning", "Localization", "Training", "CivilTime", "YAMLSource", "TestSupport"],
            exclude: ["Published"]
        ),
        .testTarget(
            name: "ImportedJobsTests",
            dependencies: ["ImportedJobs", "Quoting", "Reminders", "CivilTime", "TestSupport"]
        ),
        .testTarget(
            name: "CalendarsTests",
            dependencies: [
                "CalendarSyntax", "Calendars", "Quoting", "Planning", "Reminders", "Training", "CivilTime",
                "YAMLSource", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RemindersTests",
            dependencies: [
                "Planning", "Reminders", "Localization", "Progress", "Training", "CivilTime", "YAMLSource",
                "TestSupport",
            ]
        ),
    ]
)

// The parsers' fuzz targets: an ordinary test target that runs the stored inputs. With ANTRAIN_FUZZ set, also a program that
// fuzzes them, with all modules instrumented. See Tests/Fuzz/README.md.
let fuzzDependencies: [Target.Dependency] = [
    "CivilTime", "YAMLSource", "Training", "Localization", "Reminders", "Planning", "ImportedJobs",
    "CalendarSyntax", "Calendars", "LogExchange", "Activities", "MailReplies", "History", "Ledger", "MachineFiles",
    "Delivery", "RunnerProtocol", "PrintableText", "Quoting",
    .product(name: "GRDB", package: "GRDB.swift"),
    .product(name: "SystemPackage", package: "swift-system"),
]
let isFuzzed = Context.environment["ANTRAIN_FUZZ"] != nil
if isFuzzed {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "antrain-fuzz",
            dependencies: fuzzDependencies + ["CLibFuzzer"],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Dictionaries", "Findings", "CLibFuzzer", "Regressions", "README.md"],
            sources: ["Targets", "Runner"]
        ),
    ]
} else {
    package.targets += [
        .testTarget(
            name: "FuzzTests",
            dependencies: fuzzDependencies + ["TestSupport"],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Dictionaries", "Findings", "CLibFuzzer", "Runner", "README.md"],
            sources: ["Targets", "Regressions"]
        )
    ]
}

// The layers of Sources/README.md are folders.
let layers = [
    "Core": [
        "CivilTime", "PrintableText", "Quoting", "CLibYAML", "YAMLSource", "Training", "Progress", "Localization",
        "Reminders", "Planning",
    ],
    "Formats": [
        "CExpat", "XMLEvents", "Activities", "LogExchange", "CalendarSyntax", "Calendars", "ImportedJobs",
        "MailReplies", "Archives", "Reports",
    ],
    "System": ["CLinux", "CUnicodeStub", "Files", "Processes"],
    "Storage": ["CSQLite", "CSodium", "History", "Ledger", "MachineFiles", "Machines", "Recovery"],
    "Delivery": [
        "AntrainPluginABI", "AntrainPluginKit", "CCurl", "PluginFiles", "WebRequests", "CConfinement", "CDBus",
        "CLibCrypto",
        "CSeccomp", "Delivery",
        "RunnerProtocol", "antrain-plugin-runner",
    ],
    "Application": ["Platform", "Session", "Triggers", "Backups", "Results", "Doctor", "UseCases"],
    "CommandLine": ["Completion", "antrain"],
]
for (layer, modules) in layers {
    for target in package.targets where modules.contains(target.name) {
        target.path = "Sources/\(layer)/\(target.name)"
    }
}

// `.ci/build` sets this to build only what is installed.
if Context.environment["ANTRAIN_BUILD"] != nil {
    let others = ["antrain-workload", "machine-file-writer", "TestSupport", "DeliverySupport"]
    package.targets.removeAll { $0.type == .test || others.contains($0.name) }
}

let upcomingFeatures = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + upcomingFeatures.map { .enableUpcomingFeature($0) }
    if isFuzzed { target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-sanitize=fuzzer", "-enable-testing"])) }
}
