import CommandTree

/// The asset that ships with the tool and is played by default.
enum BundledSample {
    private static let asset = "ts-multivariant/index.m3u8"
    private static let cuePoints = "ts-multivariant/cue-points.json"
    /// The folders of samples, relative to one of the folders above the executable.
    private static let folders = ["share/headless-playback/Samples", "Samples/Media"]

    /// Returns the locations of the bundled asset and of the file with its cue points.
    ///
    /// The function looks for them in the folders above the executable: in the root of a checkout,
    /// or in the prefix of an installation.
    ///
    /// - Throws: ``CommandFailure`` when no folder above the executable contains the sample.
    static func locate() throws(CommandFailure) -> (asset: String, cuePoints: String) {
        var folder = executable()
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            for place in folders where SystemCalls.isReadable("\(folder)/\(place)/\(asset)") {
                return ("\(folder)/\(place)/\(asset)", "\(folder)/\(place)/\(cuePoints)")
            }
        }
        throw CommandFailure(
            .usage, "this playctl has no bundled sample: name an asset to play")
    }

    /// Returns the path of the executable, with links resolved.
    private static func executable() -> String {
        #if canImport(Glibc)
            let link = "/proc/self/exe"
        #else
            let link = CommandLine.arguments.first ?? ""
        #endif
        return SystemCalls.realPath(link) ?? ""
    }
}
