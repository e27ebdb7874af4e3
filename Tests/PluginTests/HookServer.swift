import Foundation
import TestSupport
import Testing

/// A web server on this machine that records requests; the path determines its answer.
///
/// `/status/503` answers with that status and the headers of the query: `?Retry-After=120`. `/hold` never answers, and `/cut`
/// closes the connection during the answer. Any other path is answered with 200.
final class HookServer {
    /// A received request.
    struct Request {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String
        /// The names of all headers in lowercase, including repetitions.
        let names: [String]
    }

    let port: Int
    /// The path of the certificate, if the server uses TLS.
    let certificate: String?
    private let folder: TemporaryFolder
    private let process = Process()
    private let input: FileHandle

    init(tls: Bool = false, name: String = "localhost") throws {
        folder = try TemporaryFolder()
        certificate = tls ? try HookServer.makeCertificate(in: folder, name: name) : nil
        let (input, output) = (try ProgramPipe(), try ProgramPipe())
        self.input = input.writing
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            ["-c", HookServer.script, folder.path + "/requests"] + (tls ? [folder.path + "/pair.pem"] : [])
        process.standardInput = input.reading
        process.standardOutput = output.writing
        try ProgramPipe.withoutNewPipes { [process] in try process.run() }
        try input.reading.close()
        try output.writing.close()
        // The server reports its port once it listens.
        var line = Data()
        while !line.contains(0x0A) {
            let more = output.reading.availableData
            if more.isEmpty { break }
            line += more
        }
        let said = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        port = try #require(Int(said), "the server did not start")
    }

    deinit {
        // The server exits at the end of its input.
        try? input.close()
        process.waitUntilExit()
    }

    /// An address on this server.
    func url(_ path: String = "/", host: String = "127.0.0.1", user: String = "") -> String {
        "\(certificate == nil ? "http" : "https")://\(user)\(host):\(port)\(path)"
    }

    /// The received requests in order.
    func requests() throws -> [Request] {
        guard let text = try? folder.read("requests") else { return [] }
        return try text.split(separator: "\n").map { line in
            let object = try jsonObject(String(line))
            let headers = object["headers"] as? [[String]] ?? []
            return Request(
                method: object["method"] as? String ?? "",
                path: object["path"] as? String ?? "",
                headers: Dictionary(headers.map { ($0[0].lowercased(), $0[1]) }) { $1 },
                body: object["body"] as? String ?? "",
                names: headers.map { $0[0].lowercased() }
            )
        }
    }

    /// The only received request.
    func request() throws -> Request {
        let all = try requests()
        try #require(all.count == 1, "\(all.count) requests came")
        return all[0]
    }

    /// Creates a self-signed certificate with openssl, which each system with TLS has.
    private static func makeCertificate(in folder: TemporaryFolder, name: String) throws -> String {
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
        let made = try run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=DNS:\(name)\(name == "localhost" ? ",IP:127.0.0.1" : "")",
                "-keyout", key, "-out", certificate,
            ]
        )
        try #require(made.status == 0, "\(made.errors)")
        try folder.write("pair.pem", try folder.read("key.pem") + (try folder.read("certificate.pem")))
        return certificate
    }

    private static let script = """
        import http.server, json, os, ssl, sys, threading, urllib.parse
        notes, lock = open(sys.argv[1], "a"), threading.Lock()
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                note = {"method": self.command, "path": self.path, "headers": self.headers.items(), "body": body}
                with lock:
                    notes.write(json.dumps(note) + "\\n")
                    notes.flush()
                parts = urllib.parse.urlsplit(self.path)
                steps = parts.path.split("/")
                if steps[1] == "hold":
                    threading.Event().wait()
                self.send_response(int(steps[2]) if steps[1] == "status" else 200)
                for name, value in urllib.parse.parse_qsl(parts.query):
                    self.send_header(name, value)
                answer = b'{"echo": ' + json.dumps(self.path).encode() + b'}'
                self.send_header("Content-Length", str(len(answer) + (99 if steps[1] == "cut" else 0)))
                self.end_headers()
                self.wfile.write(answer)
                self.close_connection = steps[1] == "cut"
            do_GET = do_POST = do_PUT = answer
            def log_message(self, *words): pass
        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            def handle_error(self, *request): pass
        server = Server(("127.0.0.1", 0), Handler)
        if len(sys.argv) > 2:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[2])
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        print(server.server_address[1], flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.read()
        os._exit(0)
        """
}
