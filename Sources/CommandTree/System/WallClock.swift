package import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real clock of the machine, which only the command-line tool may read.
package enum WallClock {
    package static var now: DateTime {
        // In optimized builds, the compiler attributes the members of `timespec` to a module that
        // cannot be imported, so the two integers of the structure are read by their position.
        var words = [Int](repeating: 0, count: MemoryLayout<timespec>.size / MemoryLayout<Int>.size)
        unsafe words.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe clock_gettime(CLOCK_REALTIME, start.assumingMemoryBound(to: timespec.self))
        }
        return DateTime(millisecondsSince1970: Int64(words[0]) * 1000 + Int64(words[1]) / 1_000_000)
    }
}
