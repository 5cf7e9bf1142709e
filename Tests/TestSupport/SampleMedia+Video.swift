public import HeadlessPlayback
public import TestTools

extension SampleMedia {
    /// Returns a video of the asset.
    public func video(cuePoints: CuePointCollection = []) -> Video {
        var video = Video(url: path)
        video.cuePoints = cuePoints
        return video
    }
}
