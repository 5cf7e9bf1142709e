import CommandTree
import HeadlessPlayback
import SidecarSubtitles
import Transport

/// An inspected WebVTT file.
struct SubtitleFile {
    let bytes: [UInt8]
    let content: WebVTT

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - place: The path or address of the file.
    ///   - loader: The source of bytes.
    /// - Throws: ``CommandFailure`` when the file cannot be loaded, or is not a WebVTT file.
    init(_ place: String, loader: any ResourceLoader) throws(CommandFailure) {
        let limits = WebVTTLimits()
        let url = LocalPath.url(place)
        let request = ResourceRequest(
            url: url, kind: .subtitle, maximumByteCount: Int64(limits.bytes))
        do {
            bytes = try loader.load(request).body.bytes(limit: request.maximumByteCount)
            content = try WebVTT(parsing: bytes, limits: limits)
        } catch let error as WebVTTError {
            throw CommandFailure(.failed, "\(place): \(error)")
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }
}
