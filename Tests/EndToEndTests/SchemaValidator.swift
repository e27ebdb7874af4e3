import Foundation
import TestSupport

/// Validates JSON documents with python3-jsonschema in one process, and records which parts of the schemas they use.
struct SchemaValidator {
    /// The result for a batch of documents.
    struct Findings: Decodable {
        /// The errors, each with the document's name.
        let errors: [String]
        /// The properties and list items of the schemas that appear in no document, such as `status: losses` or `$defs/set: load`.
        let unseen: [String]
        /// The kinds that have a schema.
        let kinds: [String]
    }

    /// The schemas, written once for all tests.
    private static let schemas = Result {
        let folder = TemporaryFolder.ofRun.path + "/schemas"
        let run = try run("/usr/bin/env", [BuildProducts.package + ".ci/schemas", folder])
        guard run.status == 0 else { throw ProgramFailure(message: ".ci/schemas failed\n" + run.errors) }
        return folder
    }

    private static let script = #"""
        import json, os, sys
        from jsonschema import Draft202012Validator, FormatChecker

        folder, batch = sys.argv[1:]
        schemas = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                schemas[name.removesuffix(".schema.json")] = json.load(file)
        errors, all_parts, seen = [], set(), set()

        def follow(root, schema):
            name = schema.get("$ref", "").removeprefix("#/$defs/")
            return (root["$defs"][name], "$defs/" + name) if name else (schema, None)

        # A part of a schema is a key of an object or the items of a list; definitions count once for all kinds.
        def parts(root, schema, place, found):
            for branch in schema.get("anyOf", []) + schema.get("oneOf", []):
                constant = branch.get("properties", {}).get("key", {}).get("const")
                parts(root, branch, f"{place}[{constant}]" if constant else place, found)
            children = [(f"{place}: {key}", child) for key, child in schema.get("properties", {}).items()]
            children += [(f"{place}{suffix}", schema[key]) for key, suffix in
                         (("items", "[]"), ("additionalProperties", "{}")) if isinstance(schema.get(key), dict)]
            for where, child in children:
                found.add(where)
                target, shared = follow(root, child)
                if not shared: parts(root, target, where, found)

        def note(root, schema, place, value):
            target, shared = follow(root, schema)
            if shared: return note(root, target, shared, value)
            for branch in schema.get("anyOf", []) + schema.get("oneOf", []):
                constant = branch.get("properties", {}).get("key", {}).get("const")
                if Draft202012Validator({**branch, "$defs": root.get("$defs", {})}).is_valid(value):
                    note(root, branch, f"{place}[{constant}]" if constant else place, value)
            if isinstance(value, dict):
                for key, child in value.items():
                    known = schema.get("properties", {})
                    if key in known:
                        seen.add(f"{place}: {key}")
                        note(root, known[key], f"{place}: {key}", child)
                    elif isinstance(schema.get("additionalProperties"), dict):
                        seen.add(place + "{}")
                        note(root, schema["additionalProperties"], place + "{}", child)
            elif isinstance(value, list) and isinstance(schema.get("items"), dict):
                for child in value:
                    seen.add(place + "[]")
                    note(root, schema["items"], place + "[]", child)

        for kind, schema in schemas.items():
            Draft202012Validator.check_schema(schema)
            parts(schema, schema, kind, all_parts)
            for name, definition in schema.get("$defs", {}).items():
                parts(schema, definition, "$defs/" + name, all_parts)

        with open(batch, encoding="utf-8") as file:
            documents = json.load(file)
        for document in documents:
            try:
                value = json.loads(document["text"])
            except ValueError as error:
                errors.append(f"{document['name']}: not JSON: {error}")
                continue
            schema = schemas.get(value.get("kind"))
            if schema is None:
                errors.append(f"{document['name']}: no schema for the kind {value.get('kind')}")
                continue
            for error in Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(value):
                errors.append(f"{document['name']}: {error.json_path}: {error.message}"[:600])
            note(schema, schema, value["kind"], value)
        print(json.dumps({"errors": errors, "unseen": sorted(all_parts - seen), "kinds": sorted(schemas)}))
        """#

    /// Validates documents, each against the schema of its kind.
    ///
    /// - Parameter documents: the documents with their names.
    static func findings(_ documents: [(name: String, text: String)]) throws -> Findings {
        let folder = try TemporaryFolder()
        let batch = try JSONEncoder().encode(documents.map { ["name": $0.name, "text": $0.text] })
        let file = try folder.write("batch.json", String(decoding: batch, as: UTF8.self))
        let run = try run("/usr/bin/env", ["python3", "-c", script, try schemas.get(), file])
        guard run.status == 0 else {
            throw ProgramFailure(message: "the validator failed; is python3-jsonschema installed?\n" + run.errors)
        }
        return try JSONDecoder().decode(Findings.self, from: Data(run.output.utf8))
    }
}
