import Foundation
import TestSupport
import Testing

/// A machine of a person with several: a home with a folder `Sync` that is copied to the other machines.
final class SyncMachine {
    let home: Home
    let name: String

    var folder: String { home.folder.path + "/Sync" }

    init(_ name: String, _ home: Home? = nil, now: String = "2026-11-23T08:00") throws {
        self.name = name
        if let home { self.home = home } else { self.home = try Home(now: now) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try antrain("settings --on")
    }

    @discardableResult
    func antrain(_ line: String) throws -> Finished { try home.antrain(line) }

    /// Takes part with a new key.
    @discardableResult
    func begin() throws -> Finished { try antrain("sync folder Sync --name \(name)") }

    /// Takes part with a key.
    @discardableResult
    func join(_ key: String, _ options: [String] = []) throws -> Finished {
        try home.antrain(arguments: ["sync", "folder", "Sync", "--name", name] + options, input: key)
    }

    func key() throws -> String {
        let output = try antrain("sync join --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return try #require(object?["key"] as? String)
    }

    /// The files in the folder, by their names.
    var files: [String: Data] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".antrain") }
            return Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data())
                }
            )
        }
    }

    /// The name of this machine's file.
    func ownFile() throws -> String {
        let output = try antrain("sync status --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return try #require((object?["file"] as? String)?.split(separator: "/").last.map(String.init))
    }

    /// Copies this machine's file to another one.
    func send(to other: SyncMachine) throws {
        let name = try ownFile()
        let copy = try run("/bin/cp", ["\(folder)/\(name)", "\(other.folder)/.\(name).tmp"])
        #expect(copy.status == 0, "\(copy)")
        try #require(rename("\(other.folder)/.\(name).tmp", "\(other.folder)/\(name)") == 0)
    }

    /// Takes part with a machine that does already.
    func join(_ other: SyncMachine) throws -> Finished {
        try other.send(to: self)
        let joined = try join(try other.key())
        try send(to: other)
        return joined
    }

    /// The titles of the user's own reminders.
    func reminders() throws -> Set<String> {
        let output = try antrain("reminder list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let all = try #require(object?["reminders"] as? [[String: Any]], "\(output)")
        return Set(all.compactMap { $0["title"] as? String })
    }

    func add(_ title: String, at time: String = "2026-11-23 21:00") throws {
        let added = try home.antrain(arguments: ["reminder", "add", title, "--at", time])
        #expect(added.status == 0, "\(added)")
    }
}
