/// The reason why bytes could not be demuxed.
public struct ContainerError: Error, Equatable, Sendable {
    /// The kind of an error.
    public enum Reason: Equatable, Sendable {
        /// There are no bytes at all.
        case empty
        /// The container is not supported; the text describes the bytes if they are recognized.
        case unrecognized(looksLike: String?)
        /// The initialization section and the media have different container formats.
        case differentContainer(announced: ContainerFormat, found: ContainerFormat)
        /// Fragments lack the initialization section that describes their tracks.
        case missingInitialization
        /// The container was recognized but contains no sample.
        case noSamples(ContainerFormat)
        /// The structure of the container is too damaged to be read.
        case malformed(ContainerFormat, String)
        /// A part of the container that must be in memory exceeds its size limit.
        case tooLarge(String)
        /// The bytes could not be read.
        case input(ContainerInputError)
    }

    /// The kind of the error.
    public let reason: Reason

    /// The offset of the error, counted from the first byte of the media; `nil` when unknown.
    public let offset: Int64?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the error.
    ///   - offset: The offset of the error, counted from the first byte of the media.
    public init(_ reason: Reason, offset: Int64? = nil) {
        self.reason = reason
        self.offset = offset
    }
}

extension ContainerError: CustomStringConvertible {
    /// The cause of the error on one line, with its offset if known.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? ""
        return switch reason {
        case .empty: "the segment is empty"
        case .unrecognized(let looksLike?): "not a media container but \(looksLike)\(place)"
        case .unrecognized(nil): "not a media container\(place)"
        case .differentContainer(let announced, let found):
            "announced as \(announced.rawValue) but is \(found.rawValue)"
        case .missingInitialization: "fragments without an initialization section"
        case .noSamples(let format): "\(format.rawValue) without a single sample"
        case .malformed(let format, let cause): "broken \(format.rawValue)\(place): \(cause)"
        case .tooLarge(let what): "\(what) is larger than allowed\(place)"
        case .input(let error): "\(error)"
        }
    }
}
