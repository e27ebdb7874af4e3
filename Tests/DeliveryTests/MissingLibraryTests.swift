import Delivery
import DeliverySupport
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A plugin whose library is not installed.
@Suite struct MissingLibraryTests {
    @Test func theMessageNamesTheLibraryAndASolution() throws {
        let stage = try DeliveryStage()
        let absent = try compilePlugin("int absent(void) { return 0; }", into: stage.folder, name: "absent")
        let source = try stage.folder.write(
            "needy.c",
            CPlugin.good + "\nint absent(void);\nint need(void) { return absent(); }\n"
        )
        let library = stage.folder.path + "/libneedy.so"
        let compiled = try run(
            "/usr/bin/env",
            [
                "cc", "-D_GNU_SOURCE", "-shared", "-fPIC",
                "-I\(BuildProducts.package)Sources/Delivery/AntrainPluginABI/include",
                "-o", library, source, "-L\(stage.folder.path)", "-labsent",
            ]
        )
        #expect(compiled.status == 0, "\(compiled)")
        try FileManager.default.removeItem(atPath: absent)
        let channel = Channel(
            name: "x",
            library: FilePath(library),
            digest: PluginDigest.sha256(of: FilePath(library)),
            values: []
        )
        #expect(
            stage.dispatcher.introduction(of: channel).problem
                == "the library cannot be loaded: libabsent.so is not installed; install the package that contains it"
        )
    }
}
