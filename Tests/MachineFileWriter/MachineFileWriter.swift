import Glibc
import MachineFiles
import SystemPackage

/// `machine-file-writer FILE COUNT` brings a machine's file up to date: it then has COUNT messages, which are the numbers from 1.
///
/// Whatever an earlier run left, this appends what is missing, or rewrites the file. Exits with 74 if that is not possible.
@main struct MachineFileWriter {
    static func main() throws {
        guard let key = SyncKey(bytes: Array(0..<32)), let machine = MachineID("5f0c9a1e44d1b7a3") else { return }
        let path = FilePath(CommandLine.arguments[1])
        let messages = (1...(Int(CommandLine.arguments[2]) ?? 1)).map { Array("\($0)".utf8) }
        do {
            let found = try? MachineFile.read(path, with: key)
            if let found, let position = found.position, messages.starts(with: found.messages) {
                do {
                    _ = try MachineFile.append(
                        Array(messages.dropFirst(found.messages.count)),
                        to: path,
                        at: position,
                        with: key
                    )
                    return
                } catch .incomplete {}
            }
            let generation = (found?.position?.opening.generation ?? 0) + 1
            let opening = MachineFile.Opening(machine: machine, generation: generation)
            _ = try MachineFile.rewrite(messages, to: path, as: opening, with: key)
        } catch {
            print(error)
            exit(74)
        }
    }
}
