public import Formats
import VirtualTime

extension CuePointCollection {
    /// Reads cue points from a JSON list.
    ///
    /// Each entry is an object with a `time` (seconds, `"before"` or `"after"`) and, if known, a
    /// `type`, a `name` and an object of `properties`. Members with other names become properties,
    /// so that the cue points of a catalogue can be read unchanged. A member that an object repeats
    /// is an error.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: ``JSONError`` whose path names the entry.
    public init(json bytes: [UInt8]) throws(JSONError) {
        var reader = try JSONReader(bytes)
        reader.refusesRepetitions = true
        guard reader.isAtList() else {
            throw JSONError(.unexpected(expected: "a list of cue points"))
        }
        var cuePoints: [CuePoint] = []
        try reader.list { reader throws(JSONError) in
            let path = "[\(cuePoints.count)]"
            guard case .object(let members) = try reader.value() else {
                throw JSONError(.unexpected(expected: "an object"), at: path)
            }
            cuePoints.append(try CuePoint(entry: members, path: path))
        }
        try reader.end()
        self.init(cuePoints)
    }
}

extension CuePoint {
    /// Creates a cue point from an object in a JSON list.
    ///
    /// - Parameters:
    ///   - entry: The members of the object.
    ///   - path: The path of the object, for errors.
    /// - Throws: `JSONError` whose path begins with `path`.
    init(entry: [String: PropertyValue], path: String) throws(JSONError) {
        var entry = entry
        let position = try Position(entry["time"], path: path)
        let type = try Self.text(entry["type"], path: path, member: "type")
        let name = try Self.text(entry["name"], path: path, member: "name")
        var properties: [String: PropertyValue] = [:]
        switch entry["properties"] {
        case .object(let members): properties = members
        case .null, nil: break
        default: throw JSONError(.unexpected(expected: "an object"), at: path + ".properties")
        }
        for member in ["time", "type", "name", "properties"] { entry[member] = nil }
        if !entry.isEmpty {
            properties.merge(entry.filter { !$0.value.isNull }) { written, _ in written }
        }
        if let name { properties[Self.nameKey] = .string(name) }
        self.init(position: position, type: type ?? "", properties: properties)
    }

    private static func text(
        _ value: PropertyValue?, path: String, member: String
    ) throws(JSONError) -> String? {
        switch value {
        case .string(let text): return text
        case .null, nil: return nil
        default: throw JSONError(.unexpected(expected: "a text"), at: "\(path).\(member)")
        }
    }
}

extension CuePoint.Position {
    /// Creates a position from a number of seconds, or from `"before"` or `"after"`.
    fileprivate init(_ value: PropertyValue?, path: String) throws(JSONError) {
        guard let value else { throw JSONError(.missing, at: path + ".time") }
        if value == "before" {
            self = .before
        } else if value == "after" {
            self = .after
        } else if let seconds = value.number, seconds >= 0, let time = MediaTime(seconds: seconds) {
            self = .time(time)
        } else {
            throw JSONError(
                .unexpected(expected: "\"before\", \"after\" or seconds from 0 on"),
                at: path + ".time")
        }
    }
}
