import Training

extension Schedule {
    /// The schedule's `mode` in program files.
    var kind: String {
        switch mode {
        case .weekdays: "weekdays"
        case .cycle: "cycle"
        case .rotation: "rotation"
        }
    }
}
