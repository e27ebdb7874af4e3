internal import YAMLSource

/// Warns about misspelled names of exercises.
extension ProgramReader {
    /// Warns, once for each name, if the catalogue does not have an exercise but has one with a similar name.
    ///
    /// Programs may have exercises that the catalogue does not have.
    mutating func checkName(_ name: String, at node: YAMLNode) {
        guard let catalog, checkedNames.insert(name).inserted, catalog.exercise(named: name) == nil,
            let near = catalog.nearestName(to: name)
        else { return }
        let shown = catalog.exercise(named: near)?.name(in: .english) ?? near
        diagnostics.warning(
            "unknown exercise '\(name)'",
            at: node.span,
            help: "\(Suggestion.help(shown)) If it is an exercise of your own, add it: antrain exercise edit"
        )
    }
}
