/// The configuration record of VP9; libavformat keeps only a part of it.
///
/// Reference: the codec binding of VP9 to ISO files, `VPCodecConfigurationRecord`.
struct VP9Configuration: Equatable, Sendable {
    var profile: Int
    var level: Int
    var bitDepth: Int

    /// Finds the first VP9 configuration record in a movie box; `nil` if there is none.
    init?(movie: [UInt8]) {
        let type = Array("vpcC".utf8)
        var index = 4
        while index + 11 <= movie.count {
            if movie[index] == type[0], movie[index..<index + 4].elementsEqual(type) {
                // The type is followed by the version and flags, the profile, the level, and the
                // bit depth in four bits.
                profile = Int(movie[index + 8])
                level = Int(movie[index + 9])
                bitDepth = Int(movie[index + 10] >> 4)
                return
            }
            index += 1
        }
        return nil
    }
}
