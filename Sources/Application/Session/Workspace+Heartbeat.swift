import CivilTime
package import Files
import Platform
import Ledger
import Logging
package import Reminders
package import SystemPackage

/// The file that shows other programs that antrain runs.
extension Workspace {
    /// Writes the time of a successful run to the file in the settings, if they name one.
    ///
    /// A failure is reported, in routine runs only if it is new; it does not make the run fail.
    package func beat(_ delivery: DeliveryService) {
        let problem = heartbeatProblem(delivery.settings)
        for text in recordAndFilterReported([problem].compactMap { $0 }, of: .heartbeat) { warn(text) }
        guard let failure = delivery.requestHeartbeat() else { return }
        if failure.isNew || !isRoutine { warn(failure.text) } else { context.log.note(.warning, failure.text) }
    }

    /// Writes the time of a successful run.
    ///
    /// - Returns: why that failed; nil on success, and if the settings name no file.
    package func heartbeatProblem(_ settings: Settings) -> String? {
        guard let file = settings.heartbeat?.file, let now = try? now() else { return nil }
        let path = Paths.absolute(file, context)
        do throws(FileProblem) {
            if let reason = context.files.heartbeatObstacle(path) {
                throw FileProblem(path: path, reason: reason, isMissing: false)
            }
            try context.files.replace(path, Array("\(now)\n".utf8))
            return nil
        } catch {
            return
                "the heartbeat file \(paths.shown(path)) was not written: \(error.reason); change 'heartbeat' in the settings"
        }
    }
}

extension FileAccess {
    /// Why a file must not become the heartbeat file, which replaces it: it is not a regular file, or contains something else.
    package func heartbeatObstacle(_ path: FilePath) -> String? {
        guard let facts = facts(path) else { return nil }
        if let kind = facts.irregularKind { return "it is \(kind), not a regular file" }
        guard case .success(let bytes) = read(path) else { return nil }
        let text = String(decoding: bytes.prefix(100), as: UTF8.self)
        let isHeartbeat = text.hasSuffix("\n") && (try? Instant(parsing: String(text.dropLast()), in: .utc)) != nil
        return bytes.isEmpty || isHeartbeat ? nil : "it exists and is not a heartbeat file"
    }
}
