/// Code that reads bytes from outside, and the properties that hold for every input.
struct FuzzTarget: Sendable {
    /// The name of the target's folders in `Corpus` and `Findings`, and of its dictionary.
    let name: String
    /// Reads an input; throws `PropertyFailure` when a property does not hold. Errors that the code is meant to report are not failures.
    let check: @Sendable ([UInt8]) throws -> Void

    /// All targets.
    static let all: [FuzzTarget] = [
        .programs, .settings, .notation, .crontabs, .calendars, .shell, .frames, .libraries, .zones, .times, .ledger,
        .text, .quoting, .activities, .mails, .machineFiles,
    ]
}

/// A property that does not hold for an input.
struct PropertyFailure: Error, CustomStringConvertible {
    let description: String
}

/// Requires a property of the code under test.
///
/// - Throws: `PropertyFailure` with the message when the property does not hold.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard holds else { throw PropertyFailure(description: message()) }
}

/// Requires text for a terminal to have no character that controls the terminal, changes the direction of text or breaks its
/// lines (UAX #9, 2; UAX #14).
func requirePrintable(_ text: String, _ what: String) throws {
    for scalar in text.unicodeScalars where scalar != "\n" {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
            throw PropertyFailure(
                description: "\(what) has U+\(String(scalar.value, radix: 16)): \(text.debugDescription)"
            )
        default: break
        }
    }
}

/// The parts of an input, separated by NUL bytes, which written text does not contain.
func parts(_ bytes: [UInt8], count: Int) -> [ArraySlice<UInt8>] {
    let parts = bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false)
    return parts + Array(repeating: [], count: count - parts.count)
}
