public import Formats

// This code reads the JSON of a playback API member by member. Members that it does not read become
// properties.

extension Video {
    /// Reads a video from the response of a playback API.
    ///
    /// The response is the object of one video, or a list of errors, which becomes a video with an
    /// error. Sources without an address (RTMP streams) are omitted.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: ``JSONError`` whose path names the invalid value.
    public init(catalogueEntry bytes: [UInt8]) throws(JSONError) {
        let answer = try JSONReader.read(bytes)
        self = try Video(entry: answer[0] ?? answer, path: answer[0] == nil ? "" : "[0]")
    }

    /// Creates a video from a JSON object that describes a video or an error.
    init(entry: PropertyValue, path: String) throws(JSONError) {
        var members = try entry.members(path: path, of: "a video")
        if let code = members["error_code"]?.string {
            self.init(
                errorCode: code, subcode: members["error_subcode"]?.string,
                message: members["message"]?.string)
            return
        }
        let refusals = try members.removeList("errors", path: path)
        if let (refusal, _) = refusals.first {
            // A list can contain an entry with errors for a video that is not available to the
            // client. Such an entry becomes a video with an error.
            self.init(
                errorCode: refusal["error_code"]?.string ?? "",
                subcode: refusal["error_subcode"]?.string, message: refusal["message"]?.string)
            if let id = members[PropertyKey.id]?.integer {
                members[PropertyKey.id] = .string("\(id)")
            }
            properties = members
            return
        }
        let sources = try members.removeList("sources", path: path, required: true)
        let cuePoints = try members.removeList("cue_points", path: path)
        self.init(
            sources: try sources.mapEntries { entry, path throws(JSONError) in
                try Source(entry: entry, path: path)
            },
            cuePoints: CuePointCollection(
                try cuePoints.mapEntries { entry, path throws(JSONError) in
                    try CuePoint(
                        entry: try entry.members(path: path, of: "a cue point"), path: path)
                }))
        if let id = members[PropertyKey.id]?.integer { members[PropertyKey.id] = .string("\(id)") }
        if let length = members[PropertyKey.duration], (length.number ?? -1) < 0 {
            let place = path.appending(member: PropertyKey.duration)
            throw JSONError(.unexpected(expected: "a number of milliseconds"), at: place)
        }
        if let tracks = members[PropertyKey.textTracks], tracks.array == nil {
            let place = path.appending(member: PropertyKey.textTracks)
            throw JSONError(.unexpected(expected: "a list"), at: place)
        }
        properties = members
    }
}

extension VideoPlaylist {
    /// Reads videos from the response of a playback API.
    ///
    /// The response is the object of a playlist with its `videos`, the object of one video, or a
    /// list of videos or errors. Each of these forms becomes a list of videos.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: ``JSONError`` whose path names the invalid value.
    public init(catalogue bytes: [UInt8]) throws(JSONError) {
        try self.init(answer: try JSONReader.read(bytes))
    }

    /// Reads videos from a file that contains the response of a playback API.
    ///
    /// Players read responses leniently. In a file, however, a member that an object repeats is an
    /// error, because only one of the members would have an effect.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: ``JSONError`` with the place of a repeated member, or whose path names the invalid
    ///   value.
    package init(catalogueFile bytes: [UInt8]) throws(JSONError) {
        try self.init(answer: try JSONReader.read(bytes, refusesRepetitions: true))
    }

    /// Creates a list of videos from the response of a playback API.
    ///
    /// - Parameters:
    ///   - answer: The response as a JSON value.
    ///   - read: Creates the video of an entry. The path of the entry is used in errors.
    /// - Throws: ``JSONError`` of the list, or of an entry.
    init(
        answer: PropertyValue,
        read: (_ entry: PropertyValue, _ path: String) throws(JSONError) -> Video =
            Video.init(entry:path:)
    ) throws(JSONError) {
        var properties: [String: PropertyValue] = [:]
        var entries: [(PropertyValue, String)] = [(answer, "")]
        if let list = answer.array {
            entries = list.enumerated().map { ($1, "[\($0)]") }
        } else if answer["videos"] != nil {
            properties = try answer.members(path: "", of: "a playlist")
            entries = try properties.removeList("videos", path: "", required: true)
        }
        let videos = try entries.mapEntries { entry, path throws(JSONError) in
            try read(entry, path)
        }
        self.init(videos: videos, properties: properties)
    }
}

extension Source {
    /// Creates a source from its JSON object; `nil` for an RTMP stream, which has no address.
    fileprivate init?(entry: PropertyValue, path: String) throws(JSONError) {
        var members = try entry.members(path: path, of: "a source")
        guard let address = members.removeValue(forKey: "src") else {
            if members["stream_name"] != nil || members["app_name"] != nil { return nil }
            throw JSONError(.missing, at: path.appending(member: "src"))
        }
        guard case .string(let url) = address, !url.isEmpty else {
            let place = path.appending(member: "src")
            throw JSONError(.unexpected(expected: "an address"), at: place)
        }
        let method: DeliveryMethod? =
            switch (members["type"]?.string, members["container"]?.string) {
            case (let type?, _) where !type.isEmpty: DeliveryMethod(mediaType: type)
            case (_, "MP4"): .mp4
            case (_, "M2TS"): .hls
            default: nil
            }
        self.init(url: url, deliveryMethod: method, properties: members)
    }
}

extension PropertyValue {
    /// Returns the members of an object that are not null.
    fileprivate func members(
        path: String, of what: String
    ) throws(JSONError) -> [String: PropertyValue] {
        guard let object else {
            throw JSONError(.unexpected(expected: "the object of \(what)"), at: path)
        }
        return object.filter { !$0.value.isNull }
    }
}

extension [String: PropertyValue] {
    /// Removes a member whose value is a list, and returns the elements, each with its path.
    fileprivate mutating func removeList(
        _ member: String, path: String, required: Bool = false
    ) throws(JSONError) -> [(PropertyValue, String)] {
        let place = path.appending(member: member)
        guard let value = removeValue(forKey: member) else {
            if required { throw JSONError(.missing, at: place) }
            return []
        }
        guard let list = value.array else {
            throw JSONError(.unexpected(expected: "a list"), at: place)
        }
        return list.enumerated().map { ($1, "\(place)[\($0)]") }
    }
}

extension [(PropertyValue, String)] {
    /// Returns the values that a closure creates from the elements; `nil` results are omitted.
    fileprivate func mapEntries<T>(
        _ create: (PropertyValue, String) throws(JSONError) -> T?
    ) throws(JSONError) -> [T] {
        var values: [T] = []
        for (entry, path) in self {
            if let value = try create(entry, path) { values.append(value) }
        }
        return values
    }
}

extension String {
    fileprivate func appending(member: String) -> String {
        isEmpty ? member : "\(self).\(member)"
    }
}
