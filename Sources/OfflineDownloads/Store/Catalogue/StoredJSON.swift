import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// Converts values of the catalogue to JSON and back.
///
/// A whole number is read back as an integer, even if it was stored as `PropertyValue.number`.
enum StoredJSON {
    /// The maximum nesting depth of a video's properties; the same limit applies to JSON input.
    static let maximumDepth = JSONReader.maximumDepth
    /// The number of nesting levels that a stored video adds around its properties.
    private static let wrapping = 4

    static func text(_ value: PropertyValue) throws(StoreError) -> String {
        guard depth(of: value, atMost: maximumDepth + wrapping) else {
            throw .unstorable("properties that nest deeper than \(maximumDepth) levels")
        }
        var json = JSONText()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func value(_ text: String) throws(JSONError) -> PropertyValue {
        try JSONReader.read(Array(text.utf8), maximumDepth: maximumDepth + wrapping)
    }

    /// Parses a JSON text from the catalogue.
    ///
    /// The token and the path are used only in the error.
    ///
    /// - Throws: `StoreError.corrupt` when the text is malformed.
    static func value(
        _ text: String, of token: OfflineVideoToken, in path: String
    ) throws(StoreError) -> PropertyValue {
        do throws(JSONError) {
            return try value(text)
        } catch {
            throw .corrupt(path: path, detail: "a text of \(token): \(error)")
        }
    }

    /// Returns whether the nesting depth of lists and objects is within a limit.
    private static func depth(of value: PropertyValue, atMost limit: Int) -> Bool {
        switch value {
        case .array(let elements):
            limit > 0 && elements.allSatisfy { depth(of: $0, atMost: limit - 1) }
        case .object(let members):
            limit > 0 && members.values.allSatisfy { depth(of: $0, atMost: limit - 1) }
        default: true
        }
    }
}

extension PropertyValue {
    /// Returns an object with the members that are not `nil`.
    static func members(_ members: [String: PropertyValue?]) -> PropertyValue {
        .object(members.compactMapValues { $0 })
    }

    static func texts(_ texts: [String]) -> PropertyValue {
        .array(texts.map(PropertyValue.string))
    }

    var texts: [String] { (array ?? []).compactMap(\.string) }
}

// MARK: Header fields

extension PropertyValue {
    /// Returns header fields as a list of names and values, which preserves their order.
    static func headers(_ fields: [HeaderField]) -> PropertyValue {
        .array(fields.map { .texts([$0.name, $0.value]) })
    }

    var headers: [HeaderField] {
        (array ?? []).compactMap { field in
            let parts = field.texts
            return parts.count == 2 ? HeaderField(name: parts[0], value: parts[1]) : nil
        }
    }
}

// MARK: Videos

extension Video {
    var stored: PropertyValue {
        .members([
            "sources": .array(sources.map(\.stored)),
            "cuePoints": cuePoints.isEmpty ? nil : .array(cuePoints.map(\.stored)),
            "ignoreCuePoints": cuePoints.ignoreCuePoints ? true : nil,
            "properties": properties.isEmpty ? nil : .object(properties),
            "errorCode": errorCode.map(PropertyValue.string),
            "errorSubcode": errorSubcode.map(PropertyValue.string),
            "errorMessage": errorMessage.map(PropertyValue.string),
        ])
    }

    init?(stored: PropertyValue) {
        guard let sources = stored["sources"]?.array else { return nil }
        var cuePoints = CuePointCollection(
            (stored["cuePoints"]?.array ?? []).compactMap(CuePoint.init(stored:)))
        cuePoints.ignoreCuePoints = stored["ignoreCuePoints"]?.bool ?? false
        self.init(
            sources: sources.compactMap(Source.init(stored:)), cuePoints: cuePoints,
            properties: stored["properties"]?.object ?? [:])
        errorCode = stored["errorCode"]?.string
        errorSubcode = stored["errorSubcode"]?.string
        errorMessage = stored["errorMessage"]?.string
    }
}

extension Source {
    fileprivate var stored: PropertyValue {
        .members([
            "url": .string(url), "delivery": .string(deliveryMethod.stored),
            "properties": properties.isEmpty ? nil : .object(properties),
        ])
    }

    fileprivate init?(stored: PropertyValue) {
        guard let url = stored["url"]?.string else { return nil }
        self.init(
            url: url, deliveryMethod: stored["delivery"]?.string.map(DeliveryMethod.init(stored:)),
            properties: stored["properties"]?.object ?? [:])
    }
}

extension Source.DeliveryMethod {
    private static let otherMark = "other:"

    fileprivate var stored: String {
        switch self {
        case .hls: "hls"
        case .mp4: "mp4"
        case .file: "file"
        case .dash: "dash"
        case .once: "once"
        case .boltSSAI: "boltSSAI"
        case .other(let name): Self.otherMark + name
        }
    }

    fileprivate init(stored: String) {
        switch stored {
        case "hls": self = .hls
        case "mp4": self = .mp4
        case "file": self = .file
        case "dash": self = .dash
        case "once": self = .once
        case "boltSSAI": self = .boltSSAI
        default:
            let isMarked = stored.hasPrefix(Self.otherMark)
            self = .other(isMarked ? String(stored.dropFirst(Self.otherMark.count)) : stored)
        }
    }
}

extension CuePoint {
    fileprivate var stored: PropertyValue {
        let place: PropertyValue =
            switch position {
            case .before: "before"
            case .after: "after"
            case .time(let time): .integer(time.ticks)
            }
        return .members([
            "at": place, "type": type.isEmpty ? nil : .string(type),
            "properties": properties.isEmpty ? nil : .object(properties),
        ])
    }

    fileprivate init?(stored: PropertyValue) {
        let position: Position
        switch stored["at"] {
        case .string("before"): position = .before
        case .string("after"): position = .after
        case .integer(let ticks): position = .time(MediaTime(ticks: ticks))
        default: return nil
        }
        self.init(
            position: position, type: stored["type"]?.string ?? "",
            properties: stored["properties"]?.object ?? [:])
    }
}

// MARK: Selections

extension DownloadSelection {
    var stored: PropertyValue {
        let bitrate: PropertyValue =
            switch bitrate {
            case .lowestWithVideo: "lowest"
            case .highest: "highest"
            case .atMost(let limit): ["atMost": .integer(limit)]
            case .atLeast(let limit): ["atLeast": .integer(limit)]
            }
        return ["bitrate": bitrate, "audio": audio.stored, "subtitles": subtitles.stored]
    }

    init(stored: PropertyValue) {
        self.init()
        switch stored["bitrate"] {
        case .string("highest"): bitrate = .highest
        case .some(let value):
            if let limit = value["atMost"]?.integer { bitrate = .atMost(limit) }
            if let limit = value["atLeast"]?.integer { bitrate = .atLeast(limit) }
        case nil: break
        }
        audio = Languages(stored: stored["audio"])
        subtitles = Languages(stored: stored["subtitles"])
    }
}

extension DownloadSelection.Languages {
    fileprivate var stored: PropertyValue {
        switch self {
        case .preferred: "preferred"
        case .all: "all"
        case .none: "none"
        case .tags(let tags): .texts(tags)
        }
    }

    fileprivate init(stored: PropertyValue?) {
        switch stored {
        case .array: self = .tags(stored?.texts ?? [])
        case .string("all"): self = .all
        case .string("none"): self = .none
        default: self = .preferred
        }
    }
}

// MARK: Keys

extension EncryptionKey {
    var stored: PropertyValue {
        .members([
            "method": .string(method.rawValue), "uri": uri.map(PropertyValue.string),
            "iv": initializationVector.map { .array($0.map { .integer(Int64($0)) }) },
            "keyFormat": .string(keyFormat),
            "versions": .array(keyFormatVersions.map { .integer(Int64($0)) }),
            "attributes": otherAttributes.isEmpty ? nil : .array(otherAttributes.map(\.stored)),
            "lines": precedingLines.isEmpty ? nil : .texts(precedingLines),
        ])
    }

    init?(stored: PropertyValue) {
        guard let method = stored["method"]?.string, let format = stored["keyFormat"]?.string
        else { return nil }
        let numbers = stored["versions"]?.array ?? []
        let vector = stored["iv"]?.array?.compactMap { $0.integer.map(UInt8.init(clamping:)) }
        self.init(
            method: Method(rawValue: method), uri: stored["uri"]?.string,
            initializationVector: vector, keyFormat: format,
            keyFormatVersions: numbers.compactMap { $0.integer.map(Int.init(clamping:)) },
            otherAttributes: (stored["attributes"]?.array ?? []).compactMap(Attribute.init(stored:))
        )
        precedingLines = stored["lines"]?.texts ?? []
    }
}

extension Attribute {
    fileprivate var stored: PropertyValue {
        switch value {
        case .quoted(let text): .texts([name, text, "quoted"])
        case .unquoted(let text): .texts([name, text])
        }
    }

    fileprivate init?(stored: PropertyValue) {
        let parts = stored.texts
        guard parts.count >= 2 else { return nil }
        self.init(parts[0], parts.count > 2 ? .quoted(parts[1]) : .unquoted(parts[1]))
    }
}
