internal import Mustache
internal import PrintableText
internal import Quoting

extension ReportPage {
    /// The page as HTML, which is also well-formed XML: one file that loads nothing else.
    public func html() -> String {
        guard let templates = try? Self.templates.get(), let page = templates.getTemplate(named: "report") else {
            // The templates are part of the program, and each test renders them.
            preconditionFailure("the page's template is wrong")
        }
        return page.render(values, library: templates)
    }

    /// The templates; the kind of escaping must be known before they are parsed.
    private static let templates = Result {
        MustacheContentTypes.register(PageText(), named: PageText.name)
        var library = MustacheLibrary()
        for (name, bytes) in [
            ("report", PackageResources.report_html), ("chart", PackageResources.chart_html),
            ("table", PackageResources.table_html),
        ] { try library.register(String(decoding: bytes, as: UTF8.self), named: name) }
        return library
    }

    private typealias Values = [String: Any]

    private var values: Values {
        var number = 0
        func identifier() -> String {
            number += 1
            return "chart-\(number)"
        }
        var values: Values = [
            "generator": Self.generator, "style": String(decoding: PackageResources.report_css, as: UTF8.self),
            "period": period,
            "hasFigures": !figures.isEmpty,
            "figures": figures.map { Self.values(["name": $0.name, "value": $0.value, "detail": $0.detail]) },
            "hasWeekdays": !weekdays.isEmpty, "weekdays": weekdays.map(Self.values),
            "hasLifts": !lifts.isEmpty,
            "lifts": lifts.map { lift in
                Self.values([
                    "name": lift.name, "latest": lift.latest, "table": Self.values(lift.table),
                    "charts": lift.charts.map { Self.values($0, identifier()) },
                ])
            },
            "hasRecords": !records.isEmpty,
            "records": records.map { exercise, records in
                ["exercise": exercise, "rows": records.map(Self.values)] as Values
            },
            "hasDays": !days.isEmpty, "days": days.map(Self.values),
        ]
        values.merge(words.values) { value, _ in value }
        values["start"] = start
        values["withoutPlan"] = withoutPlan
        func diagram(_ diagram: Diagram) -> Values {
            ["chart": Self.values(diagram.chart, identifier()), "table": Self.values(diagram.table)]
        }
        values["adherence"] = adherence.map(diagram)
        values["bodyWeight"] = bodyWeight.map(diagram)
        values["year"] = year.map { Self.values($0, identifier) }
        return values
    }

    /// A dictionary in which missing values are false; a template would look for a missing key further out.
    private static func values(_ all: [String: Any?]) -> Values { all.mapValues { $0 ?? false } }

    private static func values(_ table: PageTable) -> Values {
        [
            "caption": table.caption, "summary": table.summary, "columns": table.columns,
            "rows": table.rows.map { Row($0) },
        ]
    }

    private static func values(_ share: Share) -> Values {
        let part = share.planned > 0 ? Double(min(share.done, share.planned)) / Double(share.planned) : 0
        return ["name": share.name, "count": share.text, "percent": ChartDrawing.short(part * 100)]
    }

    private static func values(_ chart: Chart, _ id: String) -> Values {
        let drawing = ChartDrawing(chart)
        let named = chart.series.count > 1
        return [
            "id": id, "title": chart.title, "summary": chart.summary, "axis": chart.axis,
            "width": ChartDrawing.short(ChartDrawing.width), "height": ChartDrawing.short(drawing.height),
            "left": ChartDrawing.short(drawing.left), "legend": named ? chart.series.reversed().map(legend) : [],
            "lines": drawing.lines.enumerated().map { index, y in
                ["y": ChartDrawing.short(y), "kind": index == 0 ? "axis" : "grid"]
            },
            "labels": (drawing.rows + drawing.columns).map(values),
            "shapes": drawing.shapes.map { ["kind": $0.mark.name, "path": $0.path] },
            "dots": drawing.dots.map { ["x": ChartDrawing.short($0.x), "y": ChartDrawing.short($0.y)] },
        ]
    }

    private static func legend(_ series: Chart.Series) -> Values { ["kind": series.mark.name, "text": series.name] }

    private static func values(_ label: ChartDrawing.Label) -> Values {
        [
            "x": ChartDrawing.short(label.x), "y": ChartDrawing.short(label.y), "text": label.text,
            "anchor": label.anchor,
        ]
    }

    private static func values(_ year: Year, _ identifier: () -> String) -> Values {
        [
            "width": ChartDrawing.short(YearDrawing.width), "height": ChartDrawing.short(YearDrawing.height),
            "summary": year.summary, "table": values(year.table),
            "legend": year.legend.map { ["kind": $0.kind, "path": YearDrawing.sample(of: $0.kind), "text": $0.text] },
            "blocks": year.blocks.map { block in
                [
                    "id": identifier(), "period": block.period, "labels": block.drawing.labels.map(values),
                    "shapes": block.drawing.shapes.map { ["kind": $0.kind, "path": $0.path] },
                ] as Values
            },
        ]
    }

    private static func values(_ record: Record) -> Values {
        values([
            "name": record.name, "value": record.value, "origin": record.origin, "date": record.date.text,
            "iso": record.date.iso,
        ])
    }

    private static func values(_ day: Day) -> Values {
        values([
            "date": day.date.text, "iso": day.date.iso, "summary": day.summary,
            "workouts": day.workouts.map { workout in
                values([
                    "name": workout.name, "place": workout.place, "notes": workout.notes,
                    "exercises": workout.exercises.map {
                        values(["name": $0.name, "sets": $0.sets, "change": $0.change])
                    },
                ])
            },
        ])
    }
}

extension Chart.Mark {
    /// The name of the class in the page's style.
    fileprivate var name: String {
        switch self {
        case .line: "line"
        case .bars: "bars"
        case .outlines: "outlines"
        }
    }
}

/// A row of a table as the template needs it.
private struct Row: MustacheParent {
    let cells: [String]

    init(_ cells: [String]) { self.cells = cells }

    func child(named name: String) -> Any? {
        switch name {
        case "head": cells.first ?? ""
        case "cells": Array(cells.dropFirst())
        default: nil
        }
    }
}

/// Escapes text for HTML and XML, in content and in attributes with double quotes.
///
/// Mustache's own escaping goes by grapheme clusters and so misses a quotation mark with a combining character after it.
struct PageText: MustacheContentType {
    /// The name in templates: `{{% CONTENT_TYPE:PAGE}}`.
    static let name = "PAGE"

    /// The text on one line, without characters that may not be in a page (`isUnprintable`; XML 1.0, section 2.2), escaped.
    func escapeText(_ text: String) -> String {
        let special: (UInt8) -> Bool = { $0 < 0x20 || $0 > 0x7E || [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) }
        return text.utf8.contains(where: special) ? MarkupText.escaped(text.printable) : text
    }
}
