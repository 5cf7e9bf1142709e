import CommandTree
import Formats
import HeadlessPlayback
import ScenarioRunning
import Scenarios
import Transport

/// An asset of a scenario, which the server offers below a path.
struct ServedAsset: Sendable {
    /// The first component of the asset's paths on the server.
    let name: String
    /// The location to which the path ``name`` on the server corresponds, with a slash at its end.
    let root: String
    /// The path of the asset within its folder, not percent-encoded.
    let main: String
    /// The folder of a file asset, with symbolic links resolved; `nil` for a broadcast.
    let folder: String?

    /// The path of the asset on the server.
    var path: String { "/\(name)/\(PercentCoding.encodePath(Array(main.utf8)))" }

    /// Returns the assets of a scenario.
    ///
    /// - Parameter scenario: The scenario.
    /// - Returns: The assets, in order.
    /// - Throws: ``CommandFailure`` for an asset that is neither a file nor a broadcast.
    static func all(of scenario: Scenario) throws(CommandFailure) -> [ServedAsset] {
        var assets: [ServedAsset] = []
        for (place, asset) in scenario.assets.enumerated() {
            if let live = asset.live {
                assets.append(
                    ServedAsset(
                        name: live.id, root: live.root + "/", main: "index.m3u8", folder: nil))
                continue
            }
            let url = LocalPath.url(asset.url)
            guard asset.find == nil, ResourceScheme(of: url).isLocal,
                let path = filePath(url), let real = SystemCalls.realPath(path),
                let slash = real.lastIndex(of: "/")
            else {
                let text = asset.find == nil ? SafeText.url(asset.url) : "an asset that is found"
                throw CommandFailure(
                    .failed, "asset \(place + 1): \(text): neither a readable file nor a broadcast")
            }
            // The resolved folder is used both to check the paths of requests and to read files, so
            // that the two always mean the same folder.
            let folder = String(real[..<slash])
            assets.append(
                ServedAsset(
                    name: "asset-\(place + 1)",
                    root: "file://\(PercentCoding.encodePath(Array(folder.utf8)))/",
                    main: String(real[real.index(after: slash)...]), folder: folder))
        }
        var names: Set<String> = ["s"]
        for asset in assets where !names.insert(asset.name).inserted {
            throw CommandFailure(
                .failed, "\(asset.name): another asset or the clients have this name")
        }
        guard !assets.isEmpty else { throw CommandFailure(.failed, "the scenario has no asset") }
        return assets
    }

    /// Returns the location of the resource that is served at a path below the asset.
    ///
    /// - Parameters:
    ///   - components: The components after ``name``, percent-decoded.
    ///   - query: The query with its question mark; empty if there is none.
    /// - Returns: The location; `nil` when it is outside the folder or does not exist.
    func location(of components: ArraySlice<Substring>, query: String) -> String? {
        let isSafe = components.allSatisfy {
            !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0)
        }
        guard isSafe, !components.isEmpty else { return nil }
        let rest = components.map { PercentCoding.encodeSegment($0.utf8) }.joined(separator: "/")
        guard let folder else { return root + rest + query }
        // A symbolic link may lead out of the folder, so its target is checked.
        let path = "\(folder)/\(components.joined(separator: "/"))"
        guard SystemCalls.regularFileSize(path) != nil, let real = SystemCalls.realPath(path),
            real.hasPrefix(folder + "/")
        else { return nil }
        return root + rest
    }

    static func filePath(_ url: String) -> String? {
        guard url.hasPrefix("file://") else { return nil }
        let path = url.dropFirst("file://".count).prefix { $0 != "?" && $0 != "#" }
        return String(decoding: PercentCoding.decode(path.utf8), as: UTF8.self)
    }
}
