import Foundation
import TestSupport

/// A restore that was interrupted, as its journal and its copies describe it.
struct UnfinishedRestore {
    enum Stage {
        /// The new files are ready, and none was replaced.
        case committed
        /// One of two files was kept under a second name, and not replaced yet.
        case kept
        /// One of two files was replaced.
        case half
        /// Everything was replaced, and the journal was not finished.
        case replaced
        /// A file cannot be put back, because its place is a folder.
        case stuck
    }

    private let home: Home
    let changed = "training/changed.yaml"
    let created = "training/created.yaml"
    let before = "before: the restore\n"
    let kept = ".local/share/antrain/snapshots/before-restore-202611220700.tar"

    init(_ home: Home) { self.home = home }

    /// Leaves the files of a restore that replaces one file and creates another.
    func prepare(_ stage: Stage) throws {
        let data = ".local/share/antrain/"
        let copy = "training/.antrain-restore-1"
        func path(_ name: String) -> String { home.folder.path + "/" + name }
        // The SHA-256 of `before`, and of "new" with a line feed.
        let former = "cdb350fa71534961d6de4e7e4e6ea30bf88433bc793b58d7fd36acfa97d946ae"
        let restored = "7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c"
        let steps = [
            [
                "target": path(changed), "new": path(copy + "-0.new"), "old": path(copy + "-0.old"), "former": former,
                "restored": restored,
            ],
            ["target": path(created), "new": path(copy + "-1.new"), "restored": restored],
        ]
        let journal: [String: Any] = [
            "steps": steps, "folders": [String](), "kept": path(kept),
            "ledger": ["new": path(data + ".antrain-restore-1-ledger.new"), "target": path(data + "ledger.sqlite")],
        ]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: journal), as: UTF8.self)
        try home.folder.write(data + ".antrain-restore-\(stage == .stuck ? "abandoned" : "journal").json", text)
        if stage != .replaced { try home.folder.write(data + ".antrain-restore-1-ledger.new", "not a ledger") }
        try home.folder.write(changed, before)
        try home.folder.write(copy + "-0.new", "new\n")
        try home.folder.write(copy + "-1.new", "new\n")
        guard stage != .committed else { return }
        if stage == .kept {
            return try FileManager.default.linkItem(atPath: path(changed), toPath: path(copy + "-0.old"))
        }
        try FileManager.default.moveItem(atPath: path(changed), toPath: path(copy + "-0.old"))
        try FileManager.default.moveItem(atPath: path(copy + "-0.new"), toPath: path(changed))
        if stage == .replaced { try FileManager.default.moveItem(atPath: path(copy + "-1.new"), toPath: path(created)) }
        guard stage == .stuck else { return }
        try FileManager.default.removeItem(atPath: path(changed))
        try home.folder.write(changed + "/file", "in the way\n")
    }

    /// The names of the copies that are left.
    func leftovers() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: home.folder.path).filter {
            $0.contains(".antrain-restore")
        }
    }
}
