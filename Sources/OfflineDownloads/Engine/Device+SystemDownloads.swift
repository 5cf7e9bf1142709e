package import Devices

extension Device {
    /// Lets the system continue the downloads of a store.
    func keep(_ downloads: SystemDownloads, ofStore path: String) {
        systemWork[path] = downloads
    }

    /// Returns the downloads that the system continues for the store of a terminated app.
    func systemDownloads(ofStore path: String) -> SystemDownloads? {
        systemWork[path] as? SystemDownloads
    }

    /// Removes the downloads of a store from the system, so that an app can continue them.
    func takeSystemDownloads(ofStore path: String) -> SystemDownloads? {
        systemWork.removeValue(forKey: path) as? SystemDownloads
    }

    /// Moves the store of a terminated app, as the system moves the files of apps.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - target: The new path, in the same file system.
    /// - Throws: When the store cannot be moved, or the system still continues its downloads.
    package func moveStore(from path: String, to target: String) throws(StoreError) {
        let store = try StoreFolder(path: path)
        guard systemWork[store.path] == nil else {
            throw .cannotOpen(path: path, reason: "the system continues its downloads")
        }
        try store.move(to: target)
    }
}
