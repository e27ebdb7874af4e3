"""A server that behaves as ntfy's documentation says: https://docs.ntfy.sh/publish/ and https://docs.ntfy.sh/subscribe/api/.

Its only argument is a token that may read and write everything; everyone else may only write to topics whose names contain
"answers". It prints its port, and ends with its standard input. POST /_test changes its behaviour:
{"set": {...}} sets variables below, and {"add": [texts], "topic": ...} publishes many messages at once.
"""
import http.server, json, os, random, string, sys, threading, time, urllib.parse

token = sys.argv[1]
# The version without the point; 216 knows sequence IDs. The time of the next messages; 0 for the clock.
options = {"version": 216, "cache": 43200, "keepalive": 45, "time": 0, "fault": None}
messages, requests, changed = [], [], threading.Condition()


def now():
    return options["time"] or int(time.time())


def make(event, topic, **members):
    name = "".join(random.choices(string.ascii_letters + string.digits, k=12))
    message = {"id": name, "time": now()}
    if event.startswith("message") and options["cache"] > 0:
        message["expires"] = now() + options["cache"]
    message.update(event=event, topic=topic)
    message.update({name: value for name, value in members.items() if value not in (None, "")})
    return message


def publish(event, topic, **members):
    message = make(event, topic, **members)
    with changed:
        messages.append(message)
        changed.notify_all()
    return message


def cached(topic, since):
    if since == "none":
        return []
    kept = [m for m in messages if m["topic"] == topic and m.get("expires", 0) > now()]
    if since.isdigit() and len(since) == 10:
        return [m for m in kept if m["time"] >= int(since)]
    # An unknown message ID means all messages.
    places = [index for index, m in enumerate(messages) if m["id"] == since]
    return [m for m in kept if m in messages[places[0] + 1:]] if places and since != "all" else kept


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words): pass

    def reply(self, status, value, **headers):
        body = (json.dumps(value) + "\n").encode()
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, words):
        self.reply(status, {"code": status * 100 + 1, "http": status, "error": words})

    def may(self, topic, writes):
        given = self.headers.get("Authorization")
        if given is not None and given != "Bearer " + token:
            self.refuse(401, "unauthorized")
            return False
        if given is None and not (writes and "answers" in topic):
            self.refuse(403, "forbidden")
            return False
        return True

    def handle_it(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = urllib.parse.urlsplit(self.path)
        steps = [step for step in parts.path.split("/") if step]
        if steps == ["_test"]:
            return self.control(json.loads(body))
        requests.append({
            "method": self.command, "path": self.path, "body": body.decode(errors="replace"),
            "authorization": self.headers.get("Authorization", ""),
        })
        fault = options["fault"]
        if fault and fault["path"] in self.path:
            return self.fail(fault)
        query = dict(urllib.parse.parse_qsl(parts.query))
        if self.command == "GET" and len(steps) == 2 and steps[1] == "json":
            if self.may(steps[0], False):
                self.send(steps[0], query)
        elif self.command in ("POST", "PUT") and not steps:
            self.publish_json(body)
        elif self.command in ("POST", "PUT") and len(steps) == 1:
            self.publish_text(steps[0], body)
        elif options["version"] >= 216 and self.command == "PUT" and len(steps) == 3 and steps[2] in ("clear", "read"):
            if self.may(steps[0], True):
                self.reply(200, publish("message_clear", steps[0], sequence_id=steps[1]))
        elif options["version"] >= 216 and self.command == "DELETE" and len(steps) == 2:
            if self.may(steps[0], True):
                self.reply(200, publish("message_delete", steps[0], sequence_id=steps[1]))
        else:
            self.refuse(404, "page not found")

    do_GET = do_POST = do_PUT = do_DELETE = handle_it

    def publish_json(self, body):
        if len(body) > 2 * 4096:
            return self.refuse(413, "JSON body too large")
        try:
            message = json.loads(body)
            topic = message["topic"]
        except (ValueError, KeyError):
            return self.refuse(400, "invalid request: request body must be message JSON")
        if not self.may(topic, True):
            return
        if len(message.get("actions", [])) > 3:
            return self.refuse(400, "actions invalid: only 3 actions allowed")
        text = message.get("message") or "triggered"
        members = {name: message.get(name) for name in ("title", "tags", "priority", "click", "actions")}
        if options["version"] >= 216:
            members["sequence_id"] = message.get("sequence_id")
        self.reply(200, publish("message", topic, **self.text(text), **members))

    def publish_text(self, topic, body):
        if self.may(topic, True):
            text = body.decode(errors="replace") or "triggered"
            self.reply(200, publish("message", topic, **self.text(text)))

    def text(self, text):
        if len(text.encode()) <= 4096:
            return {"message": text}
        attachment = {"name": "attachment.txt", "size": len(text.encode()), "url": "http://localhost/file/x.txt"}
        return {"message": "You received a file: attachment.txt", "attachment": attachment}

    def begin(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def send(self, topic, query):
        self.begin()
        polls = query.get("poll") == "1"
        lines = lambda found: "".join(json.dumps(m) + "\n" for m in found).encode()
        with changed:
            found, count = cached(topic, query.get("since", "all" if polls else "none")), len(messages)
        if not polls:
            self.chunk(lines([make("open", topic)]))
        if found:
            self.chunk(lines(found))
        while not polls:
            with changed:
                if len(messages) == count and not changed.wait(options["keepalive"]):
                    new = [make("keepalive", topic)]
                else:
                    new, count = [m for m in messages[count:] if m["topic"] == topic], len(messages)
            if new:
                self.chunk(lines(new))
        self.chunk(b"")

    def fail(self, fault):
        self.close_connection = True
        kind = fault.get("kind", "status")
        if kind == "status":
            return self.reply(fault["status"], {"error": "as told"}, **fault.get("headers", {}))
        if kind == "close":
            return
        if kind == "hold":
            return threading.Event().wait()
        if kind == "page":
            page = b"<html><body>Log in</body></html>\n"
            self.send_response(200)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            return self.wfile.write(page)
        self.begin()
        topic = fault["path"].strip("/").split("/")[0]
        found = cached(topic, "all")
        if kind == "cut":
            # Ends within a line.
            line = (json.dumps(found[0]) + "\n" + json.dumps(found[-1])).encode()
            self.wfile.write(b"%x\r\n%s" % (len(line), line[:-20]))
        elif kind == "endless":
            while True:
                self.chunk((json.dumps(make("message", topic, message="x" * 4000)) + "\n").encode())
        elif kind == "slow":
            while True:
                self.chunk(b" ")
                time.sleep(0.1)
        elif kind == "long":
            for _ in range(300):
                self.chunk(b"x" * 10000)
            self.chunk(b"\n" + "".join(json.dumps(m) + "\n" for m in found).encode())
            self.chunk(b"")

    def control(self, command):
        options.update(command.get("set", {}))
        if "add" in command:
            for text in command["add"]:
                publish("message", command["topic"], message=text)
        known = list(requests)
        if command.get("forgets") and not command.get("peeks"):
            requests.clear()
        if command.get("loses"):
            messages.clear()
        self.reply(200, {"requests": known, "messages": messages if command.get("messages") else []})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *request): pass


server = Server(("127.0.0.1", int(os.environ.get("NTFY_PORT", "0"))), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
os._exit(0)
