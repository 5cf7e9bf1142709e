import Formats
import HeadlessPlayback
import Transport

/// A value in a scenario file, with the context in which the value is read.
struct FileValue {
    let node: YAMLNode
    /// The path of keys to the value.
    let path: String
    let surroundings: FileSurroundings

    /// Returns the value of a key in this mapping.
    func member(_ member: YAMLNode.Member) -> FileValue {
        FileValue(
            node: member.value,
            path: path.isEmpty
                ? SafeText.quoted(member.key) : "\(path).\(SafeText.quoted(member.key))",
            surroundings: surroundings)
    }

    /// Returns the element of this list at an index, counted from zero.
    func element(_ index: Int, _ node: YAMLNode) -> FileValue {
        FileValue(node: node, path: "\(path)[\(index + 1)]", surroundings: surroundings)
    }

    /// Returns an error that states the place of this value, or a place within the value.
    func error(
        _ reason: ScenarioFileError.Reason, at place: YAMLPlace? = nil,
        underlying: (any Error)? = nil
    ) -> ScenarioFileError {
        let place = place ?? node.place
        return ScenarioFileError(
            reason, file: surroundings.file, line: place.line, column: place.column, path: path,
            underlying: underlying)
    }

    /// Returns the error for an invalid value.
    func unexpected(_ expected: String) -> ScenarioFileError {
        error(.unexpected(found: node.shown, expected: expected))
    }

    /// The text of a scalar in any style; `nil` for lists, mappings and null.
    var word: String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return nil }
        return text
    }
}

/// The context in which a file is read.
struct FileSurroundings {
    /// The path of the file, as given.
    let file: String
    /// The names of the assets, for references in steps.
    let assetNames: [String?]
    /// The broadcasts among the assets.
    let broadcasts: Broadcasts
    /// Whether the file may refer to resources on servers.
    let allowsNetwork: Bool
    /// The loader of the files that the scenario names.
    let loader: any ResourceLoader
    /// A closure that returns the value of an environment variable; `nil` if it is not set.
    let environment: @Sendable (String) -> String?
    /// The locations to which the file refers.
    let references = FileReferences()

    /// The kinds of broadcasts that may be among the assets of a file.
    enum Broadcasts {
        /// All assets are videos on demand.
        case none
        /// The assets may include broadcasts, but no broadcast with partial segments.
        case ofWholeSegments
        /// The assets may include any broadcast, even with partial segments.
        case any

        /// Determines the kinds of broadcasts among a file's assets before the assets are read.
        init(among assets: [YAMLNode]) {
            self = .none
            for asset in assets {
                if let live = asset["live"] {
                    if live["parts"] != nil { self = .any }
                    if self == .none { self = .ofWholeSegments }
                    continue
                }
                var place = asset.content
                if let url = asset["url"] { place = url.content }
                // The videos of a playback service are not known yet, and an asset on a server or
                // in a recording may be live. In these cases, any kind of broadcast is possible.
                guard case .scalar(let text, _) = place, !ResourceScheme(of: text).isRemote else {
                    self = .any
                    continue
                }
            }
        }
    }

    /// The size limit in bytes of a file that a scenario names.
    private static let limit: Int64 = 64 << 20

    /// The folder of the file, with a slash at its end; empty for the working directory.
    private var folder: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Returns the location to which a path or an address in the file refers.
    ///
    /// - Parameter value: The value: a path relative to the folder of the file, or an address.
    /// - Returns: The path or the address.
    /// - Throws: An error when the value is invalid, or refers to a server although the file may
    ///   not do so.
    func resolve(_ value: FileValue) throws(ScenarioFileError) -> String {
        guard let text = value.word, !text.isEmpty else { throw value.unexpected("a path") }
        guard !text.utf8.contains(0) else { throw value.unexpected("a path") }
        let scheme = ResourceScheme(of: text)
        if scheme.isRemote, !allowsNetwork { throw value.error(.networkRefused(text)) }
        let isRelative =
            scheme == .file && !text.hasPrefix("/")
            && !text.lowercased().hasPrefix("file:")
        let location = isRelative ? folder + text : text
        references.add(location)
        return location
    }

    /// Returns the contents of a file that the scenario names.
    func bytes(_ value: FileValue) throws(ScenarioFileError) -> [UInt8] {
        let place = try resolve(value)
        do throws(TransportError) {
            var request = ResourceRequest(url: place, kind: .other)
            request.maximumByteCount = Self.limit
            return try loader.load(request).body.bytes(limit: Self.limit)
        } catch {
            throw value.error(
                .unusableFile(value.word ?? "", "\(error.cause)"), underlying: error)
        }
    }
}

/// The locations of the assets and files to which a scenario file refers.
final class FileReferences {
    /// The locations, in the order in which they are read.
    private(set) var all: [String] = []

    /// Adds a location.
    func add(_ location: String) { all.append(location) }
}

extension YAMLNode {
    /// A description of the value, for errors.
    var shown: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence(let elements) where elements.isEmpty: "an empty list"
        case .sequence: "a list"
        case .scalar(_, .plain) where isNull: "nothing"
        case .scalar(let text, .plain): "'\(SafeText.quoted(text))'"
        case .scalar(let text, .quoted): "the text '\(SafeText.quoted(text))'"
        }
    }
}
