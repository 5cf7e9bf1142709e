import Formats
import HeadlessPlayback
package import Sessions

extension CuePoint {
    /// The cue point type that video catalogues use for advertisement breaks.
    private static let catalogueAd = "AD"

    /// Whether the cue point marks a position for advertisements.
    package var isAdBreak: Bool { type == Self.adSlot || type == Self.catalogueAd }

    /// The kinds of marker that a cue point can name: all but unreadable markers.
    package static let nameableMarkers = Marker.Kind.allCases.filter { $0 != .unreadable }

    private static let kindsOfBreaks: [Marker.Kind] = [.out, .interstitial]
    private static let kindsByName = Dictionary(
        uniqueKeysWithValues: nameableMarkers.map { ($0.rawValue, [$0]) })

    /// The kind of marker that the cue point names, as written; `nil` when it names none.
    package var namedMarker: String? {
        guard let value = properties[Self.markerKey], !value.isNull else { return nil }
        return value.words
    }

    /// The kinds of marker that correspond to the cue point; `nil` permits any kind.
    ///
    /// No marker corresponds to a cue point that names an unknown kind.
    package var markerKinds: [Marker.Kind]? {
        if let namedMarker { return Self.kindsByName[namedMarker] ?? [] }
        return isAdBreak ? Self.kindsOfBreaks : nil
    }
}

extension CuePointCollection {
    /// The cue points as a JSON array, with one cue point per line.
    package var json: [UInt8] {
        var text: [UInt8] = Array("[".utf8)
        for (index, cuePoint) in enumerated() {
            text += Array((index == 0 ? "\n    " : ",\n    ").utf8)
            var entry = JSONText()
            entry.object { entry in
                switch cuePoint.position {
                case .before: entry.member("time", "before")
                case .time(let time): entry.member("time", time)
                case .after: entry.member("time", "after")
                }
                entry.member("type", cuePoint.type)
                if let name = cuePoint.name { entry.member("name", name) }
                let rest = cuePoint.properties.filter { $0.key != CuePoint.nameKey }
                if !rest.isEmpty { entry.member("properties", rest) }
            }
            text += entry.bytes
        }
        return text + Array((isEmpty ? "]\n" : "\n]\n").utf8)
    }

    /// The cue points as rows of comma-separated values, with the names of the columns first.
    package var csv: [UInt8] {
        var columns: [String] = []
        for cuePoint in self {
            for key in cuePoint.properties.keys.sorted()
            where key != CuePoint.nameKey && !columns.contains(key) {
                columns.append(key)
            }
        }
        columns.sort()
        var text = (["time", "type", "name"] + columns).map(Self.quoted).joined(separator: ",")
        for cuePoint in self {
            let time =
                switch cuePoint.position {
                case .before: "before"
                case .time(let time): "\(time)"
                case .after: "after"
                }
            let values =
                [time, cuePoint.type, cuePoint.name ?? ""]
                + columns.map { cuePoint.properties[$0]?.words ?? "" }
            text += "\n" + values.map(Self.quoted).joined(separator: ",")
        }
        return Array((text + "\n").utf8)
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte < 0x20
        }
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}

extension PropertyValue {
    /// The value as text: a string without its quotes, any other value as JSON.
    var words: String {
        if let string { return string }
        var json = JSONText()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
