import CivilTime
package import Platform
import Ledger
import Planning
import Progress
import Reminders
import SystemPackage
import Training
import YAMLSource

extension Store {
    /// A lift as typed; a name close to a known lift but not equal to it is an error.
    package func lift(_ name: String) throws(CommandError) -> String {
        let id = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" }).joined(separator: "-")
        let shipped = workspace.installation.programs.compactMap { try? workspace.programFile($0.path.string) }
            .compactMap { ProgramReader.read($0.source).program }
        let known = Set((session.programs.map(\.program) + shipped).flatMap(\.lifts.keys))
            .union(session.facts.values.map(\.subject.exercise))
        if known.contains(id) { return id }
        if let help = Suggestion.help(for: id, among: known.sorted()) {
            throw .badOption(name: "lift", value: name, reason: "no program has this lift; \(help)")
        }
        guard id.utf8.count <= 64, id.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
            id.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw .badOption(
                name: "lift",
                value: name,
                reason: "expected an id of lower-case letters, digits and hyphens, such as bench-press"
            )
        }
        return id
    }
}
