import HeadlessPlayback

/// Seconds as traces show them, including infinities and NaN.
struct SecondsText: CustomStringConvertible {
    let seconds: Double

    init(_ seconds: Double) { self.seconds = seconds }

    var description: String {
        if seconds == .infinity { return "+inf" }
        if seconds == -.infinity { return "-inf" }
        return MediaTime(seconds: seconds)?.description ?? "nan"
    }
}
