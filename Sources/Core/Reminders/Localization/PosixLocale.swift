/// The locales that the environment names.
enum PosixLocale {
    /// The locale of a category such as `LC_TIME` (POSIX.1-2017, 8.2): the first of `LC_ALL`, the category and `LANG` that is not empty.
    static func name(of category: String, in environment: [String: String]) -> String? {
        ["LC_ALL", category, "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}
