package import HeadlessPlayback
import Playlists

extension VariantStream {
    /// The size and bandwidth of the variant stream, which identify it.
    package var words: String {
        let size = resolution.map { "\($0.width)x\($0.height), " } ?? ""
        return size + "\((bandwidth + 500) / 1000)k"
    }
}
