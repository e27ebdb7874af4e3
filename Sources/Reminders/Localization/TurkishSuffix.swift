/// Turkish suffixes of numbers, which follow the vowels and the last consonant of the spoken number.
enum TurkishSuffix {
    /// The suffix for `at` after a number from 0 to 59: `da` for 30 (otuz), `te` for 5 (beş).
    static func locative(of number: Int) -> String {
        let units = ["", "de", "de", "te", "te", "te", "da", "de", "de", "da"]
        let tens = ["da", "da", "de", "da", "ta", "de"]
        let (ten, unit) = (number / 10 % 6, number % 10)
        return unit == 0 ? tens[ten] : units[unit]
    }
}
