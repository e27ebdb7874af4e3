"""A proxy for a CalDAV server that breaks responses.

Usage: fault_proxy.py PORT-FILE RULES LOG UPSTREAM-PORT

RULES is a JSON object from methods to faults, read for each request:
a status such as "503", or "html", "cut", "huge", "silent", "moved",
"bomb" (entities), "lost" (the server gets the request, the client no response),
"empty" (lists without an object, and no support for sync-collection),
"untagged" (without the header ETag), "weak" (all tags are weak), "endless" (a
list of changes that is always cut off), "tokenless" (no support for
sync-collection), "forgetful" (no token is known), "partial" and "busy" (none of
the objects that were asked for is there, or each has status 503), "away" (all
addresses are on another server) and "digest" (only Digest authentication, of
anna with the password secret). "*" is for all other methods.
LOG gets a line for each request: method, path, condition, depth.
"""
import base64
import hashlib
import http.client
import http.server
import json
import re
import socketserver
import sys
import time

ports, rules, log, upstream = sys.argv[1:]


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body=b"", headers=()):
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def drop(self):
        self.close_connection = True

    def has_digest(self):
        """Whether the request has a valid Digest response (RFC 7616, 3.4)."""
        header = self.headers.get("Authorization", "")
        values = dict(re.findall(r'(\w+)="?([^",]+)', header))
        if not header.startswith("Digest") or values.get("nonce") != "f00d":
            return False

        def digest(*parts):
            return hashlib.md5(":".join(parts).encode()).hexdigest()

        first, second = digest("anna", "tasks", "secret"), digest(self.command, values["uri"])
        return values["response"] == digest(first, "f00d", values["nc"], values["cnonce"], "auth", second)

    def handle_any(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        names = [name for name in ("If-Match", "If-None-Match") if name in self.headers]
        condition = f"{names[0]}={self.headers[names[0]]}" if names else "-"
        with open(log, "a") as lines:
            lines.write(f"{self.command} {self.path} {condition} {self.headers.get('Depth', '-')}\n")
        faults = json.load(open(rules))
        fault = faults.get(self.command, faults.get("*", ""))
        if fault.isdigit():
            return self.reply(int(fault), b"", [("Retry-After", "1800")] if fault in ("429", "503") else [])
        if fault == "digest":
            if not self.has_digest():
                challenge = 'Digest realm="tasks", nonce="f00d", qop="auth", algorithm=MD5'
                return self.reply(401, b"", [("WWW-Authenticate", challenge)])
            self.headers.replace_header("Authorization", "Basic " + base64.b64encode(b"anna:secret").decode())
        if fault == "html":
            return self.reply(200, b"<!DOCTYPE html><html><body>Log in</body></html>", [("Content-Type", "text/html")])
        if fault == "moved":
            return self.reply(301, b"", [("Location", "https://elsewhere.example.org/dav/")])
        if fault == "silent":
            time.sleep(30)
            return self.drop()
        if fault == "huge":
            self.send_response_only(207)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(1 << 30))
            self.end_headers()
            self.wfile.write(b'<multistatus xmlns="DAV:"><response><href>')
            try:
                while True:
                    self.wfile.write(b"a" * 65536)
            except OSError:
                return self.drop()
        if fault == "bomb":
            entities = b'<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">'
            return self.reply(207, b"<!DOCTYPE m [" + entities + b']><multistatus xmlns="DAV:">&b;</multistatus>')
        if fault == "empty" and b"<d:prop><d:getetag/></d:prop></d:propfind>" in body:
            return self.reply(207, b'<d:multistatus xmlns:d="DAV:"/>')
        if fault in ("tokenless", "empty") and b"sync-collection" in body:
            return self.reply(501)
        if fault == "forgetful" and b"sync-collection" in body and b"<d:sync-token></d:sync-token>" not in body:
            return self.reply(403, b'<error xmlns="DAV:"><valid-sync-token/></error>')
        if fault in ("partial", "busy") and b"calendar-multiget" in body:
            names = re.findall(rb"<d:href>[^<]*</d:href>", body) if fault == "busy" else []
            status = b"<d:status>HTTP/1.1 503 Service Unavailable</d:status>"
            items = b"".join(b"<d:response>" + name + status + b"</d:response>" for name in names)
            return self.reply(207, b'<d:multistatus xmlns:d="DAV:">' + items + b"</d:multistatus>")
        if fault == "endless" and b"sync-collection" in body:
            status = b"</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>"
            token = b"<d:sync-token>urn:" + str(time.monotonic_ns()).encode() + b"</d:sync-token>"
            item = b"<d:response><d:href>" + self.path.encode() + status
            return self.reply(207, b'<d:multistatus xmlns:d="DAV:">' + item + token + b"</d:multistatus>")
        connection = http.client.HTTPConnection("127.0.0.1", int(upstream))
        headers = {n: v for n, v in self.headers.items() if n.lower() not in ("host", "connection")}
        connection.request(self.command, self.path, body, headers)
        response = connection.getresponse()
        data = response.read()
        if fault == "lost":
            return self.drop()
        if fault == "away":
            data = re.sub(rb"(<(?:\w+:)?href>)/", rb"\1http://127.0.0.2:1/", data)
        if fault == "weak":
            data = re.sub(rb'getetag>(?:&quot;|")', lambda tag: b"getetag>\n W/" + tag.group(0)[8:], data)
        known = ("content-type", "etag", "location", "www-authenticate")
        kept = [(n, v) for n, v in response.getheaders() if n.lower() in known]
        if fault == "weak":
            kept = [(n, "W/" + v if n.lower() == "etag" else v) for n, v in kept]
        if fault == "untagged":
            kept = [(n, v) for n, v in kept if n.lower() != "etag"]
        if fault == "cut":
            self.send_response_only(response.status)
            for name, value in kept:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data) + 10))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            return self.drop()
        self.reply(response.status, data, kept)

    do_PROPFIND = do_REPORT = do_PUT = do_DELETE = do_GET = handle_any


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Proxy)
with open(ports, "w") as file:
    file.write(str(server.server_port) + "\n")
server.serve_forever()
