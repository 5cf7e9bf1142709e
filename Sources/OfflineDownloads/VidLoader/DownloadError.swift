/// The reason why a download of a ``VidLoader`` failed.
public enum DownloadError: Error, Sendable {
    /// The reason is unknown.
    case unknown
    /// The download could not be recorded in the store.
    case taskNotCreated
    /// The download failed for the reason given.
    case custom(VidLoaderError)
}

extension DownloadError: Equatable {
    /// Returns whether two errors are the same case, even if the reasons in `custom` differ.
    ///
    /// Source: `Documentation/VidLoader.md#errors`.
    public static func == (left: DownloadError, right: DownloadError) -> Bool {
        switch (left, right) {
        case (.unknown, .unknown), (.taskNotCreated, .taskNotCreated), (.custom, .custom): true
        case (.unknown, _), (.taskNotCreated, _), (.custom, _): false
        }
    }
}

/// The code and the description of a failed ``VidLoader`` download.
public struct VidLoaderError: Error, Equatable, Sendable {
    /// The code of the failure within its domain.
    public var code: Int
    /// The complete description of the failure.
    public var description: String
    /// A human-readable description of the cause, on one line.
    public var localizedDescription: String
    /// The domain of the code.
    public var domain: String

    /// Creates the error of a failed download from its code and its descriptions.
    ///
    /// - Parameters:
    ///   - code: The code of the failure within its domain.
    ///   - description: The complete description of the failure.
    ///   - localizedDescription: A human-readable description of the cause.
    ///   - domain: The domain of the code.
    public init(code: Int, description: String, localizedDescription: String, domain: String) {
        self.code = code
        self.description = description
        self.localizedDescription = localizedDescription
        self.domain = domain
    }

    init(_ error: OfflineError) {
        self.init(
            code: error.code.rawValue, description: error.description,
            localizedDescription: error.reason, domain: OfflineError.domain)
    }
}

extension VidLoaderError: CustomStringConvertible {}
