import Logging
import PrintableText
import Quoting

/// A message of the log as one line of text: no message can forge another line.
enum LogLine {
    /// The metadata key of the time, which starts a line.
    static let timeKey = "time"
    private static let longest = 2000

    static func text(_ event: LogEvent, _ metadata: Logger.Metadata, process: Int32) -> String {
        let time = metadata[timeKey].map { "\($0) " } ?? ""
        let facts = metadata.filter { $0.key != timeKey }.sorted { $0.key < $1.key }.map {
            " \($0.key)=\(value($0.value))"
        }
        return "\(time)\(event.level.rawValue) antrain[\(process)]: "
            + (event.message.description + facts.joined()).printable(upTo: longest)
    }

    /// Whether a file that starts with these bytes is a log: its first line names antrain after the level.
    static func starts(_ bytes: [UInt8]) -> Bool {
        let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 3)
        return words.indices.contains { place in
            place > 0 && words[place].hasPrefix("antrain[") && Logger.Level(rawValue: String(words[place - 1])) != nil
        }
    }

    /// A value in one word, as a JSON string if it has several.
    private static func value(_ value: Logger.MetadataValue) -> String {
        let text = value.description
        let isWord = text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "\"" }
        return isWord ? text : JSONText.quoted(text)
    }
}
