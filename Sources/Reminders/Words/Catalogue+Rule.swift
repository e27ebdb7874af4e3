extension Catalogue {
    /// A repetition in words: `every 3 days`; as it can be read back where nothing is known of the user's locale.
    public func rule(_ rule: RepeatRule) -> String {
        guard !format.isPlain else { return "\(rule)" }
        return switch rule {
        case .once: ""
        case .every(1): text(.repeatDaily)
        case .every(let days): text(.repeatDays, ["count": "\(days)"])
        case .weekly(let days): text(.repeatWeekly, ["days": format.list(days)])
        }
    }
}
