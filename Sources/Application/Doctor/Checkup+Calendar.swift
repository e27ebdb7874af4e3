import Calendars
import Files
import Platform
import Reminders

/// The check of the calendar file that is kept current.
extension Checkup {
    /// Why the calendar file of the settings cannot be updated.
    func calendarFile() -> [DoctorFinding] {
        guard let file = settings.calendarFile else { return [] }
        let path = Paths.absolute(file.path, context)
        let shown = paths.shown(path)
        func finding(_ problem: String, _ fix: String) -> [DoctorFinding] {
            let text = "the calendar file \(shown) cannot be updated: \(problem)"
            return [DoctorFinding(.warning, .calendarFile, text, fix: fix, place: DoctorFinding.Place(path: path))]
        }
        let choose = "choose another file for 'calendar-file': antrain settings edit"
        switch context.files.read(path) {
        case .failure(let problem) where !problem.isMissing: return finding(problem.reason, choose)
        case .failure: break
        case .success(let bytes) where bytes.isEmpty: break
        case .success(let bytes):
            do throws(ExportedCalendar.Failure) { _ = try ExportedCalendar(bytes) } catch {
                return finding(error.description, "remove the file, or \(choose)")
            }
        }
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        if let facts = context.files.facts(folder), !facts.isWritable {
            return finding("\(paths.shown(folder)) is not writable", "make it writable, or \(choose)")
        }
        return []
    }
}
