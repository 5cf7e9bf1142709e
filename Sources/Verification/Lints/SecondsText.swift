import HeadlessPlayback

/// Seconds as traces write them, with what is no number.
struct SecondsText: CustomStringConvertible {
    let seconds: Double

    init(_ seconds: Double) { self.seconds = seconds }

    var description: String {
        if seconds == .infinity { return "+inf" }
        if seconds == -.infinity { return "-inf" }
        return MediaTime(seconds: seconds)?.description ?? "nan"
    }
}
