import Foundation
import TestSupport
import Testing

/// antrain's version is stated in `Antrain.swift`; everything else derives from it.
@Suite struct VersionTests {
    private let version: String

    init() throws {
        version = try run(BuildProducts.path("antrain"), ["--version"]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: BuildProducts.package + file, encoding: .utf8)
    }

    @Test func isAVersion() {
        #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "\(version)")
    }

    /// The newest released section of the changelog has this version. Before the first release there is no such section.
    @Test func theChangelogNamesIt() throws {
        let headings = try text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
            $0.dropFirst(3)
        }
        #expect(headings.first == "Unreleased")
        let released = headings.dropFirst().first
        #expect(released == nil || released?.wholeMatch(of: /\[?([\d.]+)\]? - \d{4}-\d\d-\d\d/)?.1 == version[...])
    }

    @Test func noOtherFileStatesIt() throws {
        let found = try run(
            "/usr/bin/env",
            [
                "grep", "-rnE", "antrain[-/ _]v?\(version.replacing(".", with: "\\."))", "Sources", "Plugins", ".ci",
                "Makefile",
                "README.md",
            ],
            in: BuildProducts.package
        )
        #expect(found.status == 1 && found.output.isEmpty, "\(found.output)")
    }

    /// The version for pkg-config is the version of the plugin interface.
    @Test func thePackageConfigurationHasTheVersionOfTheInterface() throws {
        let header = try text("Sources/Delivery/AntrainPluginABI/include/antrain_plugin.h")
        let numbers = try ["MAJOR", "MINOR"].map { part in
            try #require(
                header.split(separator: "\n").first { $0.hasPrefix("#define ANTRAIN_PLUGIN_ABI_\(part) ") }?.split(
                    separator: " "
                ).last
            )
        }
        let configuration = try text("Plugins/antrain-plugin.pc")
        #expect(configuration.contains("\nVersion: \(numbers.joined(separator: "."))\n"))
    }
}
