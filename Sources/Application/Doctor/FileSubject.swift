import Files
import SystemPackage

/// A file or folder of the user's that `antrain doctor` examines.
struct FileSubject: Equatable {
    /// The purpose of a file, which decides who may access it.
    enum Purpose: Equatable {
        /// A folder of antrain's own, which only its owner may enter.
        case privateFolder
        /// A folder that other users may read.
        case folder
        /// A file that only its owner may read.
        case privateFile
        /// A file that other users may read.
        case file

        var isFolder: Bool { self == .privateFolder || self == .folder }
        var isPrivate: Bool { self == .privateFolder || self == .privateFile }
    }

    let path: FilePath
    let shown: String
    let purpose: Purpose
    /// nil if nothing is at the path.
    let facts: FileFacts?
    /// The target of a symbolic link that leads nowhere.
    var missingTarget: FilePath?

    func findings(user: UInt32, name: String?) -> [DoctorFinding] {
        let place = DoctorFinding.Place(path: path)
        if let missingTarget {
            let text = "\(shown) is a link to \(missingTarget), which does not exist"
            return [
                DoctorFinding(.warning, .danglingLink, text, fix: "restore that file, or remove the link", place: place)
            ]
        }
        guard let facts else { return [] }
        if purpose.isFolder, !facts.isFolder {
            return [DoctorFinding(.error, .notAFolder, "\(shown) is not a folder", fix: "move it away", place: place)]
        }
        // The reader of a file that is not regular reports that.
        if !purpose.isFolder, facts.irregularKind != nil { return [] }
        var findings: [DoctorFinding] = []
        let isOwn = facts.owner == user
        if !isOwn {
            findings.append(
                DoctorFinding(
                    .error,
                    .foreignOwner,
                    "\(shown) belongs to another user (\(facts.owner))",
                    fix: "sudo chown -R \(name ?? "\(user)") \(shown)",
                    place: place
                )
            )
        }
        var mode = facts.mode
        let needed: UInt32 = purpose.isFolder ? 0o700 : 0o600
        if !facts.isReadable || !facts.isWritable, isOwn {
            mode |= needed
            findings.append(inaccessible(facts, place, isRepairable: mode != facts.mode, mode))
        }
        let excess = mode & (purpose.isPrivate ? 0o077 : 0o022)
        if excess != 0 {
            let act = excess & 0o022 != 0 ? (excess & 0o055 != 0 ? "read or change" : "change") : "read"
            let restricted = mode & ~(purpose.isPrivate ? 0o077 : 0o022)
            findings.append(
                DoctorFinding(
                    .warning,
                    .openToOthers,
                    "other users can \(act) \(shown)",
                    fix: "chmod \(String(restricted, radix: 8)) \(shown)",
                    place: place,
                    repair: isOwn ? .setMode(path: path, mode: restricted) : nil
                )
            )
        }
        return findings
    }

    private func inaccessible(_ facts: FileFacts, _ place: DoctorFinding.Place, isRepairable: Bool, _ mode: UInt32)
        -> DoctorFinding
    {
        let ways = [facts.isReadable ? nil : "read", facts.isWritable ? nil : "changed"].compactMap { $0 }
        return DoctorFinding(
            .error,
            .noAccess,
            "\(shown) cannot be \(ways.joined(separator: " or "))",
            fix: isRepairable
                ? "chmod \(String(mode, radix: 8)) \(shown)"
                : "make its file system writable, or choose another place with --config and --data-dir",
            place: place,
            repair: isRepairable ? .setMode(path: path, mode: mode) : nil
        )
    }
}
