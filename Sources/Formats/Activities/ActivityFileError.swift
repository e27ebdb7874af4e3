/// Why a file has no activities that can be read.
package enum ActivityFileError: Error, Sendable, Hashable {
    /// A place in a file.
    package enum Place: Sendable, Hashable {
        /// An offset in a FIT file, from 0.
        case byte(Int)
        /// A line of an XML file, from 1.
        case line(Int)
    }

    /// What a file contains instead of activities.
    package enum Contents: Sendable, Hashable {
        /// Neither FIT nor XML.
        case unknownFormat
        /// XML with another root element.
        case otherXML(root: String)
        /// A FIT file of another type; nil if it does not state one.
        case otherFIT(type: Int?)
        /// A FIT file by a later version of the protocol.
        case laterProtocol(version: Int)
        /// A FIT file of the type activity with neither sessions nor laps nor records.
        case emptyFIT
        /// A GPX file whose tracks, if any, have no times: it describes a way, not an activity.
        case gpxWithoutTimes
        /// A TCX file with courses or workouts only.
        case tcxWithoutActivities
    }

    /// The file ends early; it may still be written, so that reading it again later can succeed.
    case incomplete
    /// The file is complete, but wrong.
    case damaged(Place, reason: String)
    /// The file is of another kind.
    case noActivity(Contents)
    case tooLarge
    /// There are more activities, laps or sets than allowed.
    case tooMany(String, limit: Int)
}

extension ActivityFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .incomplete: "it ends early; it may still be written"
        case .damaged(let place, let reason): "it is damaged at \(place): \(reason)"
        case .noActivity(let contents): contents.description
        case .tooLarge: "it is larger than \(RecordedActivity.largestFile >> 20) MiB"
        case .tooMany(let what, let limit): "it has more than \(limit) \(what)"
        }
    }
}

extension ActivityFileError.Place: CustomStringConvertible {
    package var description: String {
        switch self {
        case .byte(let offset): "byte \(offset)"
        case .line(let line): "line \(line)"
        }
    }
}

extension ActivityFileError.Contents: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownFormat: "it is not a FIT, GPX or TCX file"
        case .otherXML(let root):
            "its root element is '\(root)'; expected that of a GPX file or of a TCX file of version 2"
        case .otherFIT(let type?):
            "it is a FIT file with \(FITNames.fileTypes[type] ?? "contents of type \(type)"), not with an activity"
        case .otherFIT(nil): "it is a FIT file that does not state its type; expected an activity"
        case .laterProtocol(let version):
            "it is a FIT file of protocol version \(version); versions 1 and 2 are supported"
        case .emptyFIT: "it is a FIT file of an activity without sessions, laps and records"
        case .gpxWithoutTimes: "it is a GPX file without a track that has times"
        case .tcxWithoutActivities: "it is a TCX file without activities"
        }
    }
}
