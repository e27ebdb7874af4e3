import Files
package import Platform
package import Localization
import SystemPackage
package import Training
import YAMLSource

extension Workspace {
    package func shippedExercises() throws(CommandError) -> ExerciseCatalog {
        let path = try installation.exercises()
        switch context.files.read(path) {
        case .success(let bytes):
            let source = SourceText(path: paths.shown(path), bytes: bytes)
            let reading = ExerciseCatalogReader.read(source)
            guard let catalog = catalog(of: source, reading) else {
                throw .badFile(BadFile(path: path, source: source, diagnostics: reading.diagnostics))
            }
            return catalog
        case .failure(let problem): throw .file(problem)
        }
    }

    /// The shipped exercises with the user's changes and additions; reports the diagnostics of the user's file.
    ///
    /// - Throws: `badExercises` if the user's file has errors.
    package func exercises() throws(CommandError) -> ExerciseCatalog {
        let shipped = try shippedExercises()
        switch context.files.read(paths.exercises) {
        case .success(let bytes):
            let source = SourceText(path: paths.shown(paths.exercises), bytes: bytes)
            let reading = ExerciseCatalogReader.read(source, extending: shipped)
            guard let catalog = catalog(of: source, reading) else {
                throw .badExercises(BadFile(path: paths.exercises, source: source, diagnostics: reading.diagnostics))
            }
            return catalog
        case .failure(let problem) where problem.isMissing: return shipped
        case .failure(let problem): throw .file(problem)
        }
    }

    /// The exercises for looking up names; the user's own are left out if their file has errors, which are not reported.
    package var exercisesForNames: ExerciseCatalog {
        guard let path = try? installation.exercises(), case .success(let bytes) = context.files.read(path),
            let shipped = ExerciseCatalogReader.read(SourceText(path: path.string, bytes: bytes)).catalog
        else { return .empty }
        guard case .success(let own) = context.files.read(paths.exercises) else { return shipped }
        let source = SourceText(path: paths.exercises.string, bytes: own)
        return ExerciseCatalogReader.read(source, extending: shipped).catalog ?? shipped
    }

    package func programNames(_ language: Language) -> ExerciseNames { ExerciseLookup(self).programNames(language) }

    /// Reports the diagnostics of a catalogue; nil if it has errors.
    private func catalog(of source: SourceText, _ reading: ExerciseCatalogReading) -> ExerciseCatalog? {
        report(reading.diagnostics, in: source, isError: reading.catalog == nil)
        return reading.catalog
    }
}
