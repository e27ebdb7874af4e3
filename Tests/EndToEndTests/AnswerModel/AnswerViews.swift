import Foundation
import TestSupport

/// The views of antrain as lines like the model's.
struct AnswerViews {
    let home: Home

    typealias Object = [String: Any]

    private func json(_ arguments: [String]) throws -> Object {
        let finished = try home.antrain(arguments: arguments + ["--json"])
        guard let object = try? JSONSerialization.jsonObject(with: Data(finished.output.utf8)) as? Object else {
            throw ViewFailure(message: "\(arguments.joined(separator: " ")): \(finished.output)\(finished.errors)")
        }
        return object
    }

    /// Every value with its path, except for the time of the last run.
    static func values(_ objects: [String: Object]) -> Set<String> {
        var values: Set<String> = []
        func add(_ path: String, _ value: Any) {
            switch value {
            case let object as Object:
                for (key, value) in object where key != "last_run" { add("\(path).\(key)", value) }
            case let list as [Any]: for (index, value) in list.enumerated() { add("\(path)[\(index)]", value) }
            default: values.insert("\(path) = \(value)")
            }
        }
        for (view, object) in objects { add(view, object) }
        return values
    }

    /// The views as JSON.
    func objects(why day: ModelDay) throws -> [String: Object] {
        var objects: [String: Object] = [:]
        for view in ["", "today", "week", "week --this", "pending", "history", "undo --list", "stats", "next"] {
            let all = view == "history" ? ["--limit", "1000"] : []
            objects[view] = try json(view.split(separator: " ").map(String.init) + all)
        }
        objects["why"] = try json(["why", "\(day)"])
        return objects
    }

    static func lines(_ objects: [String: Object]) -> [String: [String]] {
        var lines: [String: [String]] = [:]
        for (view, object) in objects {
            lines[view] =
                switch view {
                case "week", "week --this": objectList(object, "days").map(day)
                case "today": [day(object)]
                case "pending": reminders(object).map { text($0, "id") }
                case "history": reminders(object).map { "\(text($0, "id")) \(text($0, "state"))" }.sorted()
                case "undo --list": objectList(object, "actions").map(action)
                case "next":
                    objectList(object, "workouts").map {
                        "\(text($0, "date")) \(text($0, "program"))/\(text($0, "name"))"
                    }
                case "why": [why(object)]
                case "stats": stats(object)
                case "": status(object, today: text(objects["today"] ?? [:], "date"))
                default: nil
                }
        }
        return lines
    }

    private static func objectList(_ object: Object, _ key: String) -> [Object] { object[key] as? [Object] ?? [] }
    /// The reminders of workouts; summaries, and reminders that a change of the plan removed, are not modelled.
    private static func reminders(_ object: Object) -> [Object] {
        objectList(object, "notifications").filter {
            text($0, "category") == "workout" && !["dropped", "replaced"].contains(text($0, "state"))
        }
    }

    private static func text(_ object: Object, _ key: String) -> String { object[key] as? String ?? "" }

    private static func day(_ object: Object) -> String {
        let workouts = objectList(object, "workouts").map {
            "\(text($0, "program"))/\(text($0, "name")):\(text($0, "state"))"
        }
        let reminders = objectList(object, "notifications").map { text($0, "id") }
        let pause = workouts.isEmpty && object["paused"] as? Bool == true ? ["paused"] : []
        return ([text(object, "date")] + workouts + pause + reminders).joined(separator: " ")
    }

    private static func status(_ object: Object, today: String) -> [String] {
        let waiting = objectList(object, "waiting").filter { text($0, "date") == today }.map {
            "\(text($0, "date")) \(text($0, "program"))/\(text($0, "name"))"
        }
        return ["next \((object["next"] as? Object).map { text($0, "id") } ?? "none")"] + waiting
    }

    private static func action(_ object: Object) -> String {
        let subjects = objectList(object, "subjects").map { subject in
            subject["notification"] as? String
                ?? [text(subject, "program"), text(subject, "date")].filter { !$0.isEmpty }.joined(separator: " ")
        }
        if text(object, "action") == "settings-changed" { return "settings-changed" }
        return "\(text(object, "action")) " + subjects.joined(separator: ", ")
    }

    private static func why(_ object: Object) -> String {
        let causes = objectList(object, "causes")
        let programs = causes.filter { text($0, "code") == "workout" }.map { cause in
            let words = text(cause, "text").split(separator: " ")
            return words.count > 1 ? String(words[1]) : ""
        }
        let workouts = programs.map { program in
            let answers = causes.filter { text($0, "text").hasPrefix("The \(program):") }.map { text($0, "code") }
            return ([program] + answers.filter { ["done", "skipped"].contains($0) }.suffix(1)).joined(separator: " ")
        }
        let sent = reminders(object).map { "\(text($0, "id")) \(text($0, "state"))" }
        return "\(text(object, "date")): " + (workouts + sent.sorted()).joined(separator: ", ")
    }

    private static func stats(_ object: Object) -> [String] {
        let counts = object["workouts"] as? [String: Int] ?? [:]
        return ["done", "missed", "skipped"].map { "\($0) \(counts[$0] ?? -1)" }
    }
}

struct ViewFailure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
