import AntrainPluginKit
import Glibc
import PluginFiles
import Quoting
import WebRequests

/// A collection on a CalDAV server (RFC 4791) with an object for each task.
///
/// Most runs use a mirror of antrain's own objects. The server is asked for changes at most every five minutes, except
/// after antrain has changed something. An object is changed only if no other program has changed it since it was read.
final class TaskCollection: TaskStore {
    /// How long the mirror is used, in seconds.
    private static let patience = RequestPause.shortest
    /// How long the first list of a large collection may take, in milliseconds.
    private static let listTime = 20_000
    /// How long all requests of a run may take, in seconds; the first run can list a large collection.
    private static let (usualBudget, firstBudget) = (15.0, 25.0)
    /// The maximum number of objects that are read, in total and with one request.
    private static let (most, batch) = (1000, 50)
    private static let mirrorName = "collection"
    private static let ending = ".ics"

    private let url: WebAddress
    private let client: DAVClient
    private let records: TaskRecords
    private let now: () -> Int64
    private var mirror = CollectionMirror()
    /// Whether the collection no longer exists.
    private var isGone = false
    /// Whether the stored mirror notes that antrain is changing the collection.
    private var isMarked = false

    /// - Parameter values: the user's values; `url` is set.
    init(_ values: PluginValues, _ records: TaskRecords, now: @escaping () -> Int64) throws(PluginFailure) {
        url = try WebAddress(
            values,
            example: "https://cloud.example.org/dav/anna/training/",
            exposing: "the password and your workouts"
        )
        guard !url.hasCredentials else {
            throw .final("url contains a user or a password", remedy: "remove them, and set user and password")
        }
        client = try DAVClient(values)
        (self.records, self.now) = (records, now)
    }

    var name: String { url.shown }
    var place: String? { WebAddress(mirror.address)?.shown }

    /// The collection, once it is found.
    private var address: WebAddress {
        get throws(PluginFailure) {
            if let known = WebAddress(mirror.address) { return known }
            let found = try CollectionSearch(client: client).collection(at: url)
            // The names of new objects are appended to the path.
            let path = found.path.utf8.last == 0x2F ? found.path : found.path + "/"
            mirror.address = found.with(path: path)?.text ?? found.text
            return WebAddress(mirror.address) ?? found
        }
    }

    func probe() throws(PluginFailure) {
        try client.checkAuthorities()
        var known = stored
        // antrain asks why a request failed, directly afterwards.
        if let pause = known.pause, (pause.since...pause.since + 5).contains(now()) { throw pause.failure }
        client.begin(within: TaskCollection.usualBudget)
        _ = try CollectionSearch(client: client).collection(at: url)
        guard known.pause != nil else { return }
        known.pause = nil
        try save(known)
    }

    // MARK: Reading

    func tasks(_ uids: Set<String>) throws(PluginFailure) -> [String: StoredTask] {
        mirror = stored
        (isMarked, isGone) = (false, false)
        let isFresh = (mirror.seen...mirror.seen + TaskCollection.patience).contains(now())
        // Another process may have written a missing task, or the user may have deleted it.
        if !isFresh || uids.contains(where: { mirror.entries[$0 + TaskCollection.ending] == nil }) {
            try refresh(uids)
        }
        var found: [String: StoredTask] = [:]
        for (name, entry) in mirror.entries {
            let uid = String(name.dropLast(TaskCollection.ending.count))
            let object = TaskObject(Array(entry.text.utf8))
            let isOurs = object.map { $0.uid.hasPrefix(TaskRecord.prefix) && !$0.key.isEmpty } ?? false
            guard isOurs || uids.contains(object?.uid ?? uid) else { continue }
            var task = StoredTask(name: entry.part, object: object, version: Array(entry.tag.utf8))
            // A server stores objects as a whole, so no program is still writing it.
            task.isLost = object == nil && !entry.text.isEmpty
            found[object?.uid ?? uid] = task
        }
        return found
    }

    private var stored: CollectionMirror {
        records.file(TaskCollection.mirrorName).map { CollectionMirror($0) } ?? CollectionMirror()
    }

    private func save(_ mirror: CollectionMirror) throws(PluginFailure) {
        let bytes = mirror.bytes
        guard bytes.count <= FileFolder.longest else { return try records.removeFile(TaskCollection.mirrorName) }
        try records.save(bytes, as: TaskCollection.mirrorName)
    }

    /// Brings the mirror up to date; if the server cannot be reached, the mirror is used for a day.
    private func refresh(_ uids: Set<String>) throws(PluginFailure) {
        if let pause = mirror.pause, pause.covers(now()) {
            client.stop(pause.failure)
            return try useMirror(pause)
        }
        client.begin(within: mirror.reached == 0 ? TaskCollection.firstBudget : TaskCollection.usualBudget)
        do throws(PluginFailure) { try synchronize(uids) } catch { return try useMirror(rest(after: error)) }
        mirror.pause = nil
        (mirror.seen, mirror.reached) = (now(), now())
        try save(mirror)
    }

    private func useMirror(_ pause: RequestPause) throws(PluginFailure) {
        mirror = stored
        guard pause.isTolerated(since: mirror.reached, now: now()) else { throw pause.failure }
    }

    /// Sends no requests for a while, in this process and in later ones.
    private func rest(after failure: PluginFailure) -> RequestPause {
        let pause = RequestPause(after: failure, isOutage: client.outage != nil, now: now())
        client.stop(failure)
        var known = stored
        known.pause = pause
        // The next run searches again.
        if isGone { (known.address, known.token) = ("", "") }
        try? save(known)
        return pause
    }

    /// The changes to the collection's objects that a server reports.
    private final class Changes {
        var tags: [String: (part: String, tag: String)] = [:]
        var removed: Set<String> = []
        var hasMore = false
        var token = ""
    }

    private func synchronize(_ uids: Set<String>) throws(PluginFailure) {
        let address = try address
        let isWhole: Bool
        let changes: Changes
        if !mirror.token.isEmpty, let found = try self.changes(since: mirror.token, at: address, uids) {
            (changes, isWhole) = (found, false)
        } else if let found = try self.changes(since: "", at: address, uids) {
            (changes, isWhole) = (found, true)
        } else {
            (changes, isWhole) = (try listing(address, uids), true)
        }
        var entries = mirror.entries
        for name in entries.keys where changes.removed.contains(name) || (isWhole && changes.tags[name] == nil) {
            entries[name] = nil
        }
        let new = changes.tags.filter { name, found in
            found.tag.isEmpty || entries[name]?.tag != found.tag
        }
        // A list may be incomplete: antrain asks for a task before it counts as deleted.
        let missing = isWhole ? uids.map { $0 + TaskCollection.ending }.filter { changes.tags[$0] == nil } : []
        let parts = (new.values.map(\.part) + missing).sorted()
        let isComplete = try fetch(parts, at: address, into: &entries)
        mirror.entries = entries
        // The next run asks again for what the server could not send.
        if isComplete { mirror.token = changes.token } else if isWhole { mirror.token = "" }
    }

    /// Asks for the changes since a token (RFC 6578), or for all objects.
    ///
    /// - Returns: nil if the server does not know the token any more, or does not support tokens.
    private func changes(since token: String, at address: WebAddress, _ uids: Set<String>) throws(PluginFailure)
        -> Changes?
    {
        let changes = Changes()
        changes.token = token
        // Servers may split the list.
        for _ in 0..<100 {
            changes.hasMore = false
            let body =
                "<d:sync-collection xmlns:d=\"DAV:\"><d:sync-token>\(MarkupText.content(changes.token))</d:sync-token>"
                + "<d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>"
            // A long list may take longer, but a server that is down must not delay the run.
            let isLong = token.isEmpty && (mirror.reached == 0 || client.hasAnswered)
            let limit = isLong ? TaskCollection.listTime : DAVClient.usualTime
            let answer = try client.list("REPORT", address, depth: 0, body, within: limit) { response in
                self.note(response, uids, in: changes)
            }
            switch answer {
            case .listed(let next):
                // Without a new token, the loop would request the same changes forever.
                guard !next.isEmpty, !changes.hasMore || next != changes.token else { return nil }
                changes.token = next
                if !changes.hasMore { return changes }
            case .refused(let status, let response) where [401, 404, 410].contains(status) || status < 400:
                throw refused(status, response, at: address)
            case .refused, .done: return nil
            }
        }
        throw client.fail(
            .passing("\(address.place) sent an endless list of changes", remedy: "check the server")
        )
    }

    private func refused(_ status: Int, _ response: WebResponse, at address: WebAddress) -> PluginFailure {
        isGone = status == 404 || status == 410
        return DAVClient.failure(status, response, at: address)
    }

    /// Lists all objects, for servers that cannot report changes.
    private func listing(_ address: WebAddress, _ uids: Set<String>) throws(PluginFailure) -> Changes {
        let changes = Changes()
        let body = "<d:propfind xmlns:d=\"DAV:\"><d:prop><d:getetag/></d:prop></d:propfind>"
        let answer = try client.list("PROPFIND", address, depth: 1, body, within: TaskCollection.listTime) { response in
            self.note(response, uids, in: changes)
        }
        if case .refused(let status, let response) = answer { throw refused(status, response, at: address) }
        return changes
    }

    private func note(_ response: DAVResponse, _ uids: Set<String>, in changes: Changes) {
        guard let object = ObjectName(href: response.href), object.name.hasSuffix(TaskCollection.ending) else {
            // The collection itself: its list was cut off (RFC 6578, 3.6).
            if response.status == 507 { changes.hasMore = true }
            return
        }
        let name = object.name
        let uid = String(name.dropLast(TaskCollection.ending.count))
        let isExpected = uids.contains(uid) || mirror.entries[name] != nil
        guard isExpected || (name.hasPrefix(TaskRecord.prefix) && changes.tags.count < TaskCollection.most) else {
            return
        }
        if response.status == 404 || response.status == 410 {
            changes.removed.insert(name)
            changes.tags[name] = nil
        } else {
            changes.removed.remove(name)
            changes.tags[name] = (object.part, response.tag)
        }
    }

    /// Reads objects (RFC 4791, 7.9).
    ///
    /// - Returns: whether the server sent all of them.
    private func fetch(_ parts: [String], at address: WebAddress, into entries: inout [String: CollectionMirror.Entry])
        throws(PluginFailure) -> Bool
    {
        var isComplete = true
        var rest = parts[...]
        while !rest.isEmpty {
            let batch = rest.prefix(TaskCollection.batch)
            rest = rest.dropFirst(TaskCollection.batch)
            let body =
                "<c:calendar-multiget xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:prop><d:getetag/>"
                + "<c:calendar-data/></d:prop>"
                + batch.map { "<d:href>\(MarkupText.content(address.path + $0))</d:href>" }.joined()
                + "</c:calendar-multiget>"
            var found: [DAVResponse] = []
            let answer = try client.list("REPORT", address, depth: 1, body) { found.append($0) }
            if case .refused(let status, let response) = answer {
                throw DAVClient.failure(status, response, at: address)
            }
            var missing: [String: String] = [:]
            for part in batch { if let name = ObjectName(href: part)?.name { missing[name] = part } }
            for response in found {
                guard let object = ObjectName(href: response.href), missing[object.name] != nil else { continue }
                if response.status == 404 || response.status == 410 {
                    entries[object.name] = nil
                } else if let data = response.properties["calendar-data"] {
                    entries[object.name] = CollectionMirror.Entry(
                        part: object.part,
                        tag: response.tag,
                        text: TaskCollection.lines(data.text)
                    )
                } else {
                    continue
                }
                missing[object.name] = nil
            }
            // An object that the server could not send is neither missing nor an answer.
            for (name, part) in missing where entries[name] == nil {
                entries[name] = CollectionMirror.Entry(part: part, tag: "", text: "")
            }
            isComplete = isComplete && missing.isEmpty
        }
        return isComplete
    }

    /// Restores the CRLF line breaks of a calendar object, which XML normalizes to LF (XML 1.0, 2.11).
    private static func lines(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x0A, bytes.last != 0x0D { bytes.append(0x0D) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Writing

    func write(_ object: TaskObject, uid: String, replacing old: StoredTask?) throws(PluginFailure) -> StoredTask? {
        let collection = try address
        let name = uid + TaskCollection.ending
        let part = old?.name ?? name
        guard let place = collection.with(path: collection.path + part),
            let condition = try condition(of: old, name, at: collection)
        else { return nil }
        try mark()
        let text = String(decoding: object.bytes, as: UTF8.self)
        switch try change("PUT", place, condition, body: text) {
        case .done(let tag):
            mirror.entries[name] = CollectionMirror.Entry(part: part, tag: tag, text: text)
            return StoredTask(name: part, object: object, version: Array(tag.utf8))
        case .refused(412, _): return nil
        case .refused(let status, _) where old != nil && [404, 409, 410].contains(status): return nil
        case .refused(409, let response): throw DAVClient.failure(404, response, at: collection)
        case .refused(let status, let response): throw DAVClient.failure(status, response, at: collection)
        case .listed: return nil
        }
    }

    func remove(_ task: StoredTask) throws(PluginFailure) -> Bool {
        let collection = try address
        guard let place = collection.with(path: collection.path + task.name),
            let name = ObjectName(href: place.path)?.name, let condition = try condition(of: task, name, at: collection)
        else { return false }
        try mark()
        switch try change("DELETE", place, condition) {
        case .done, .refused(404, _), .refused(410, _):
            mirror.entries[name] = nil
            return true
        case .refused(412, _), .listed: return false
        case .refused(let status, let response): throw DAVClient.failure(status, response, at: collection)
        }
    }

    private func change(_ method: String, _ place: WebAddress, _ condition: (String, String), body: String = "")
        throws(PluginFailure) -> DAVClient.Answer
    {
        let wasDown = client.outage != nil
        do { return try client.change(method, place, condition, body: body) } catch {
            if !wasDown { _ = rest(after: error) }
            throw error
        }
    }

    /// The header that makes a change fail if another program has changed the object; nil if it already has.
    private func condition(of task: StoredTask?, _ name: String, at collection: WebAddress) throws(PluginFailure)
        -> (String, String)?
    {
        guard let task else { return ("If-None-Match", "*") }
        var tag = String(decoding: task.version, as: UTF8.self)
        if tag.isEmpty {
            // A server that modifies what it stores reports no tag after a PUT (RFC 4791, 5.3.4).
            var entries = mirror.entries
            _ = try fetch([task.name], at: collection, into: &entries)
            guard let entry = entries[name] else { return nil }
            guard !entry.tag.isEmpty else {
                throw .passing(
                    "\(collection.place) reports no entity tags, without which tasks cannot be changed safely",
                    remedy: "use another server"
                )
            }
            let found = TaskObject(Array(entry.text.utf8))
            guard found?.changed == task.object?.changed, found?.isClosed == task.object?.isClosed else { return nil }
            tag = entry.tag
        }
        // A proxy that compresses marks a tag as weak, with which no condition is met; the server knows the strong one.
        if tag.hasPrefix("W/") { tag.removeFirst(2) }
        return RequestHeaders.isValue(tag) ? ("If-Match", tag) : nil
    }

    /// Stores, before the first change, that the next run must ask the server.
    private func mark() throws(PluginFailure) {
        guard !isMarked else { return }
        var changed = mirror
        changed.seen = 0
        try save(changed)
        isMarked = true
    }

    func tidy() {}
}
