import Training
import YAMLSource

extension Workspace {
    /// The exercises that ship with antrain.
    func shippedExercises() throws(CommandError) -> ExerciseCatalog {
        let path = try installation.exercises()
        switch context.files.read(path) {
        case .success(let bytes):
            let source = SourceText(path: paths.shown(path), bytes: bytes)
            return try catalog(of: source, ExerciseCatalogReader.read(source))
        case .failure(let problem): throw .file(problem)
        }
    }

    /// The shipped exercises with the user's changes and additions; reports the diagnostics of the user's file.
    ///
    /// - Throws: `badFiles` if the user's file has errors.
    func exercises() throws(CommandError) -> ExerciseCatalog {
        let shipped = try shippedExercises()
        switch context.files.read(paths.exercises) {
        case .success(let bytes):
            let source = SourceText(path: paths.shown(paths.exercises), bytes: bytes)
            return try catalog(of: source, ExerciseCatalogReader.read(source, extending: shipped))
        case .failure(let problem) where problem.isMissing: return shipped
        case .failure(let problem): throw .file(problem)
        }
    }

    private func catalog(of source: SourceText, _ reading: ExerciseCatalogReading) throws(CommandError)
        -> ExerciseCatalog
    {
        if !reading.diagnostics.items.isEmpty {
            talk(
                DiagnosticRenderer(source: source, colored: context.output.talkIsColored).render(reading.diagnostics)
            )
        }
        guard let catalog = reading.catalog else { throw .badFiles(count: 1) }
        return catalog
    }
}
