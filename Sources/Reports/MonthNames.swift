/// The English names of months in charts.
public enum MonthNames {
    private static let all = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The short name of a month from 1 to 12.
    public static func short(_ month: Int) -> String { all[min(max(month, 1), 12) - 1] }
}
