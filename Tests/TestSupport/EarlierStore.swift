import FoundationEssentials
public import HeadlessPlayback
public import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A store with version 2 of the catalogue, which is copied into a folder.
public enum EarlierStore {
    /// A protected download that is complete, with its licence.
    public static let protected: OfflineVideoToken = "5419d67c-1d31-04b0-070c-8c9db9bca83e"
    /// A download that is complete.
    public static let complete: OfflineVideoToken = "05d0f616-3da7-aacd-1615-f893d25c78e2"
    /// A download that was interrupted.
    public static let partial: OfflineVideoToken = "a7621a3c-ae1d-d53f-c126-561b045a2d84"

    private static let origin = "http://127.0.0.1:18471"

    private static let source: String = {
        let path = #filePath
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            .joined(separator: "/") + "/Fixtures/Stores/version-2"
    }()

    /// Copies the store into a folder, under the name `store`.
    public static func copy(into scratch: ScratchFolder) throws {
        let store = scratch.path + "/store"
        try FileManager.default.copyItem(atPath: source, toPath: store)
        guard unsafe chmod(store + "/licence.key", 0o600) == 0 else { fatalError("chmod") }
    }

    /// A loader that serves the assets of the stored downloads from the samples.
    public struct Origin: ResourceLoader {
        private let behind = StandardLoader()

        /// Creates the loader.
        public init() {}

        /// Loads a sample in place of the server's resource.
        public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            guard request.url.hasPrefix(origin) else { return try behind.load(request) }
            var moved = request
            moved.url = SampleMedia.folder + request.url.dropFirst(origin.count)
            moved.referrer = nil
            var response = try behind.load(moved)
            response.url = request.url
            return response
        }
    }
}
