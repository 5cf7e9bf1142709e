import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock of the machine, which only the tool may read.
enum WallClock {
    static var now: DateTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return DateTime(
            millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
