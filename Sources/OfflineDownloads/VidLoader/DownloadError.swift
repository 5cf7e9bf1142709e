/// Why a download of a ``VidLoader`` failed.
public enum DownloadError: Error, Sendable {
    /// Nobody knows.
    case unknown
    /// The download could not be written down in the store.
    case taskNotCreated
    /// For the reason given.
    case custom(VidLoaderError)
}

extension DownloadError: Equatable {
    /// Compares kinds alone: any two reasons are the same.
    ///
    /// Source: `Documentation/VidLoader.md#errors`.
    public static func == (left: DownloadError, right: DownloadError) -> Bool {
        switch (left, right) {
        case (.unknown, .unknown), (.taskNotCreated, .taskNotCreated), (.custom, .custom): true
        case (.unknown, _), (.taskNotCreated, _), (.custom, _): false
        }
    }
}

/// The reason for which a download of a ``VidLoader`` failed.
public struct VidLoaderError: Error, Equatable, Sendable {
    /// The number of the kind of failure within its domain.
    public var code: Int
    /// What went wrong, with everything that is known of it.
    public var description: String
    /// What went wrong, for people; one line.
    public var localizedDescription: String
    /// Who numbers the kinds.
    public var domain: String

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - code: The number of the kind of failure within its domain.
    ///   - description: What went wrong, with everything that is known of it.
    ///   - localizedDescription: What went wrong, for people.
    ///   - domain: Who numbers the kinds.
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
