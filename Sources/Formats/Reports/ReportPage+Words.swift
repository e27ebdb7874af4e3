extension ReportPage {
    /// The texts of a page that do not depend on its numbers.
    public struct Words: Sendable {
        /// The language (BCP 47).
        public var language = ""
        /// The title in the browser.
        public var title = ""
        /// The main heading.
        public var heading = ""
        /// The heading of the workouts by week.
        public var byWeek = ""
        /// The heading of the workouts by weekday.
        public var byWeekday = ""
        /// The heading of the last year.
        public var year = ""
        /// What the last year shows, for screen readers.
        public var setsPerDay = ""
        /// The heading of the lifts.
        public var lifts = ""
        /// The heading of the body weight.
        public var bodyWeight = ""
        /// The heading of the records.
        public var records = ""
        /// The heading of the coming days.
        public var plan = ""
        /// How maxes are estimated.
        public var estimate = ""
        /// When the page was made.
        public var made = ""

        /// Creates empty texts.
        public init() {}

        /// The texts by the names in the template.
        var values: [String: String] {
            [
                "language": language, "title": title, "heading": heading, "byWeek": byWeek, "byWeekday": byWeekday,
                "yearHeading": year, "setsPerDay": setsPerDay, "liftsHeading": lifts, "bodyWeightHeading": bodyWeight,
                "recordsHeading": records, "planHeading": plan, "estimate": estimate, "made": made,
            ]
        }
    }
}
