/// The contents of a report about a user's training.
///
/// All texts are as in other results; `html()` escapes them.
public struct ReportPage: Sendable {
    /// A number at the top.
    public struct Figure: Sendable {
        public let name: String
        public let value: String
        /// What the number is part of or compared with.
        public let detail: String?

        public init(_ name: String, _ value: String, detail: String? = nil) {
            (self.name, self.value, self.detail) = (name, value, detail)
        }
    }

    /// A chart, and its numbers.
    public struct Diagram: Sendable {
        public let chart: Chart
        public let table: PageTable

        public init(_ chart: Chart, _ table: PageTable) {
            self.chart = chart
            self.table = table
        }
    }

    /// How many workouts of a weekday were done.
    public struct Share: Sendable {
        public let name: String
        public let done: Int
        public let planned: Int
        /// Both numbers in words.
        public let text: String

        public init(_ name: String, done: Int, planned: Int, text: String) {
            (self.name, self.done, self.planned, self.text) = (name, done, planned, text)
        }
    }

    /// A part of the year's days.
    public struct Year: Sendable {
        /// A description for screen readers.
        public let summary: String
        /// The blocks of weeks, in order, each with its period in words.
        public let blocks: [(period: String, drawing: YearDrawing)]
        /// What each kind of square means, by the kinds of `YearDrawing.shapes`.
        public let legend: [(kind: String, text: String)]
        public let table: PageTable

        public init(
            summary: String,
            blocks: [(period: String, drawing: YearDrawing)],
            legend: [(kind: String, text: String)],
            _ table: PageTable
        ) {
            (self.summary, self.blocks, self.legend, self.table) = (summary, blocks, legend, table)
        }
    }

    /// The progress of a lift.
    public struct Lift: Sendable {
        public let name: String
        /// The latest estimated max with its unit; nil if none can be estimated.
        public let latest: String?
        /// Estimated max and volume, as far as there are any.
        public let charts: [Chart]
        /// The numbers of all charts.
        public let table: PageTable

        public init(_ name: String, latest: String?, _ charts: [Chart], _ table: PageTable) {
            (self.name, self.latest, self.charts, self.table) = (name, latest, charts, table)
        }
    }

    /// A record of an exercise.
    public struct Record: Sendable {
        public let name: String
        public let value: String
        /// The set from which it was computed.
        public let origin: String?
        /// The date, in words and in ISO 8601 format.
        public let date: (text: String, iso: String)

        public init(_ name: String, _ value: String, origin: String?, date: (text: String, iso: String)) {
            (self.name, self.value, self.origin, self.date) = (name, value, origin, date)
        }
    }

    /// A coming day.
    public struct Day: Sendable {
        /// A workout.
        public struct Workout: Sendable {
            public let name: String
            /// The program and the week.
            public let place: String
            public let notes: String?
            public let exercises: [Exercise]

            public init(_ name: String, place: String, notes: String?, _ exercises: [Exercise]) {
                (self.name, self.place, self.notes, self.exercises) = (name, place, notes, exercises)
            }
        }

        /// An exercise of a workout.
        public struct Exercise: Sendable {
            public let name: String
            public let sets: String
            /// How the load changed, and why.
            public let change: String?

            public init(_ name: String, sets: String, change: String?) {
                (self.name, self.sets, self.change) = (name, sets, change)
            }
        }

        /// The date, in words and in ISO 8601 format.
        public let date: (text: String, iso: String)
        /// What the day is without a workout, such as a rest day.
        public let summary: String?
        public let workouts: [Workout]

        public init(date: (text: String, iso: String), summary: String?, _ workouts: [Workout]) {
            (self.date, self.summary, self.workouts) = (date, summary, workouts)
        }
    }

    /// The dates that the page is about, in words.
    public let period: String
    /// The texts that do not depend on the numbers.
    public let words: Words
    /// What to do first, if there is nothing to show.
    public var start: String?
    /// The most important numbers.
    public var figures: [Figure] = []
    /// The workouts by week; nil if none was planned.
    public var adherence: Diagram?
    public var weekdays: [Share] = []
    /// The last year; nil without any training.
    public var year: Year?
    /// The lifts, the most important first.
    public var lifts: [Lift] = []
    /// The body weight by week; nil if it was not measured.
    public var bodyWeight: Diagram?
    public var records: [(exercise: String, records: [Record])] = []
    /// The coming days; empty without a program.
    public var days: [Day] = []
    /// Why there are no coming days.
    public var withoutPlan: String?

    public init(period: String, _ words: Words) {
        self.period = period
        self.words = words
    }

    /// What identifies a page that antrain wrote.
    public static let generator = #"<meta name="generator" content="antrain" />"#
}

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
        public var estimate = ""
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

/// The numbers behind a chart.
public struct PageTable: Sendable {
    public let caption: String
    /// What opens the table, such as `Volume by week: numbers`.
    public let summary: String
    /// The names of the columns.
    public let columns: [String]
    /// The rows; the first cell of each names it.
    public let rows: [[String]]

    public init(_ caption: String, summary: String, columns: [String], rows: [[String]]) {
        (self.caption, self.summary, self.columns, self.rows) = (caption, summary, columns, rows)
    }
}
