import DeliverySupport
import Foundation
import TestSupport
import Testing

/// A webhook whose host name cannot be resolved.
@Suite struct WebhookResolverTests {
    /// Runs a command in its own network namespace, with a name server that never answers.
    private static let silence = """
        import fcntl, os, socket, struct, subprocess, sys
        subprocess.run(["mount", "--bind", sys.argv[1], "/etc/resolv.conf"], check=True)
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        fcntl.ioctl(server, 0x8914, struct.pack("16sh14x", b"lo", 1))
        server.bind(("127.0.0.1", 53))
        server.set_inheritable(True)
        os.execv(sys.argv[2], sys.argv[2:])
        """

    @Test(.requires(.userNamespaces)) func theTimeoutIncludesNameResolution() throws {
        let folder = try TemporaryFolder()
        let names = try folder.write("resolv.conf", "nameserver 127.0.0.1\noptions timeout:30 attempts:1\n")
        try folder.write(
            ".config/antrain/settings.yaml",
            "channels: [webhook]\nconfigure: {webhook: {url: 'https://hook.example.org/x', timeout: 1s}}\n"
        )
        let told = try run(
            "/usr/bin/env",
            [
                "unshare", "-rmn", "python3", "-c", Self.silence, names, BuildProducts.path("antrain"), "plugin",
                "test",
                "webhook",
            ],
            environment: ["HOME": folder.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        )
        // If it waited for the resolver, antrain would kill it after 30 s and report that.
        #expect(
            told.output + told.errors
                == "not delivered: no reply from hook.example.org within 1 s; check why it is slow, or increase timeout\n"
        )
    }
}
