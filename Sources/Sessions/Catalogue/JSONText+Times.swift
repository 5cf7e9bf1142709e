package import Formats
package import VirtualTime

/// The format of times in JSON: seconds with three decimal places, as in traces.
extension JSONText {
    /// Writes a media time.
    package mutating func value(_ time: MediaTime) {
        value(milliseconds: time.value(timescale: 1000))
    }

    /// Writes an instant as the time since the virtual clock started.
    package mutating func value(_ instant: Instant) {
        value(MediaTime(elapsed: instant.sinceStart, rate: .normal))
    }

    /// Writes a number of seconds; infinities and NaN are written as text.
    package mutating func value(seconds: Double) {
        if let time = MediaTime(seconds: seconds) { value(time) } else { notFinite(seconds) }
    }

    /// Writes a member that is a media time.
    package mutating func member(_ key: String, _ time: MediaTime) {
        self.key(key)
        value(time)
    }

    /// Writes a member that is an instant of the virtual clock.
    package mutating func member(_ key: String, _ instant: Instant) {
        self.key(key)
        value(instant)
    }

    /// Writes a member that is a number of seconds or an infinity.
    package mutating func member(_ key: String, seconds: Double) {
        self.key(key)
        value(seconds: seconds)
    }
}
