import Containers
import Presentation
package import Sessions
package import VirtualTime

extension PlacedSegment {
    /// The duration of a picture of the leading track; `nil` if the frame rate is unknown.
    package var frameDuration: MediaTime? {
        guard let rate = contents?.leadingTrack?.description.frameRate, rate.frames > 0 else {
            return nil
        }
        return MediaTime(rate.seconds, timescale: rate.frames)
    }
}
