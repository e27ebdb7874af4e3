import Files
import Glibc
import PrintableText

/// A command's output: data goes to standard output, messages ("talk") to standard error.
///
/// Control characters other than line feeds, tabs and colours are removed from all text.
package struct Output {
    /// Writes data; returns the reason if that fails.
    package var data: (String) -> String?
    /// Writes the text of a file, with its line ends (CRLF); returns the reason if that fails.
    ///
    /// The text must have no other control characters.
    package var file: (String) -> String?
    package var talk: (String) -> Void
    /// Writes a line of JSON, which must not be wrapped or shortened, to standard error.
    package var talkJSON: (String) -> Void
    /// Why data could not be written, if so; a reader that closed the pipe does not count.
    package var loss: () -> String?
    /// Whether standard output is a terminal.
    package var isTerminal: Bool
    package var isColored: Bool
    package var talkIsColored: Bool
    /// Whether pictures made of characters are replaced with numbers and words, for screen readers and terminals without a cursor.
    package var isPlain = false
    /// Whether this process was started from a terminal.
    package var hasControllingTerminal: Bool
    package var columns: Int
    /// Writes bytes to standard output unchanged; returns the reason if that fails.
    package var bytes: ([UInt8]) -> String? = { LiveFiles.writeAll(1, $0) ? nil : String(cString: strerror(errno)) }

    /// The maximum length of a message's line in characters: arguments and file contents can be of any length.
    private static let longestLine = 1000

    /// - Parameter arguments: the command line, valid or not; no option accepts `--plain` as its value.
    package static func live(environment: [String: String], arguments: [String] = ProcessEnvironment.arguments)
        -> Output
    {
        // A reader that closes the pipe early, such as head(1), must not end the command's other work.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(1) == 1
        let isPlain = environment["TERM"] == "dumb" || arguments.prefix { $0 != "--" }.contains("--plain")
        let allowsColor = environment["NO_COLOR", default: ""].isEmpty && !isPlain
        let talkIsColored = isatty(2) == 1 && allowsColor
        // Logs and mail are not wrapped, since the reader's width is unknown.
        let isWrapped = isatty(2) == 1 || environment["COLUMNS"] != nil
        let talkColumns = isWrapped ? columns(environment, of: 2) : nil
        let lost = Lost()
        func put(_ text: String) -> String? {
            let code = write(text, to: 1)
            if code != 0, code != EPIPE { lost.code = code }
            return code == 0 ? nil : String(cString: strerror(code))
        }
        return Output(
            data: { put($0.terminalText) },
            file: put,
            talk: { text in
                let safe = (talkIsColored ? text.terminalText : text.printableLines).shorteningLines(to: longestLine)
                _ = write(TextWrap.paragraphs(safe, columns: talkColumns), to: 2)
            },
            talkJSON: { _ = write($0, to: 2) },
            loss: { lost.code == 0 ? nil : String(cString: strerror(lost.code)) },
            isTerminal: isTerminal,
            isColored: isTerminal && allowsColor,
            talkIsColored: talkIsColored,
            isPlain: isPlain,
            hasControllingTerminal: hasTerminalNow(),
            columns: columns(environment, of: 1)
        )
    }

    package var style: Style { Style(isColored: isColored, isPlain: isPlain) }

    package var talkStyle: Style { Style(isColored: talkIsColored, isPlain: isPlain) }

    /// Writes data to standard error, so that standard output contains only JSON.
    package func said(_ text: String) -> String? {
        talk(text)
        return nil
    }

    /// Asks on the terminal; nil if standard input or standard error is not a terminal.
    static var asksTheUser: ((String) -> String?)? {
        guard isatty(0) == 1, isatty(2) == 1 else { return nil }
        return { question in
            _ = write(question, to: 2)
            return readLine()
        }
    }

    /// Runs a closure while the terminal does not show what the user types.
    ///
    /// Ctrl-C is disabled meanwhile: it would end the process with echo off.
    static func withoutEcho<Value>(_ body: () -> Value) -> Value {
        var former = termios()
        guard tcgetattr(0, &former) == 0 else { return body() }
        var quiet = former
        quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
        tcsetattr(0, TCSAFLUSH, &quiet)
        defer {
            tcsetattr(0, TCSAFLUSH, &former)
            _ = write("\n", to: 2)
        }
        return body()
    }

    /// Whether this process still has a terminal: it may have been closed since.
    package static func hasTerminalNow() -> Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func columns(_ environment: [String: String], of descriptor: Int32) -> Int {
        if let text = environment["COLUMNS"], let columns = Int(text), (20...1000).contains(columns) { return columns }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// - Returns: the errno of a failed write, or 0.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}

/// The errno of the last write of data that failed.
private final class Lost { var code: Int32 = 0 }

/// Colours text, if colours are allowed.
///
/// The colours can be read on light and on dark backgrounds; yellow and cyan cannot be read on light ones.
package struct Style {
    package let isColored: Bool
    /// Whether numbers and words replace pictures made of characters.
    package let isPlain: Bool

    package init(isColored: Bool, isPlain: Bool = false) {
        self.isColored = isColored
        self.isPlain = isPlain
    }

    package func bold(_ text: String) -> String { paint(text, "1") }
    package func dim(_ text: String) -> String { paint(text, "2") }
    package func green(_ text: String) -> String { paint(text, "32") }
    package func magenta(_ text: String) -> String { paint(text, "35") }
    package func red(_ text: String) -> String { paint(text, "31") }

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
