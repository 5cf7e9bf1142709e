import TestSupport
import Testing

/// A single file that `ffmpeg` creates for a test, by default of four seconds.
struct MadeFile: CustomTestStringConvertible, Sendable {
    static let canBeMade = ShellCommand.succeeds("ffmpeg -hide_banner -version")

    let name: String
    let arguments: String
    /// The duration in seconds.
    var length = 4.0

    var testDescription: String { name }

    init(_ name: String, _ arguments: String, length: Double = 4) {
        self.name = name
        self.arguments = arguments
        self.length = length
    }

    /// Returns `ffmpeg` options that generate numbered test pictures.
    static func video(_ seconds: Double = 4, rate: String = "25") -> String {
        "-f lavfi -i testsrc2=s=64x36:r=\(rate):d=\(seconds)"
    }

    /// Returns `ffmpeg` options that generate a tone.
    static func audio(_ seconds: Double = 4, rate: Int = 48_000) -> String {
        "-f lavfi -i sine=f=440:r=\(rate):d=\(seconds)"
    }

    static let h264 = "-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p"
    static let reordered = "-c:v libx264 -preset veryfast -bf 3 -g 25 -pix_fmt yuv420p"

    /// Creates the file in a folder.
    ///
    /// - Returns: The path; `nil` when `ffmpeg` fails.
    func make(in scratch: ScratchFolder) -> String? {
        scratch.put(Array(Self.subtitles.utf8), at: "cues.srt")
        scratch.put(Array(Self.chapters.utf8), at: "chapters.txt")
        let path = "\(scratch.path)/\(name)"
        let command =
            "cd '\(scratch.path)' && ffmpeg -v error -nostdin -y -bitexact \(arguments) '\(name)'"
        return ShellCommand.succeeds("\(command) 2>&1") ? path : nil
    }

    private static let subtitles = """
        1
        00:00:00,500 --> 00:00:01,000
        Hello

        2
        00:00:02,000 --> 00:00:02,500
        World

        """

    private static let chapters = """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1500
        title=One
        [CHAPTER]
        TIMEBASE=1/1000
        START=1500
        END=4000
        title=Two

        """
}

/// The boxes of a file that a test damages.
struct FileBoxes {
    var bytes: [UInt8]

    /// Returns the ranges of all boxes that have a path such as `moov/trak/mdia`.
    func ranges(_ path: String) -> [Range<Int>] {
        var ranges = [0..<bytes.count]
        for name in path.split(separator: "/") {
            ranges = ranges.flatMap { outer in
                children(of: outer, isFile: outer.lowerBound == 0)
                    .filter { bytes[$0].dropFirst(4).prefix(4).elementsEqual(name.utf8) }
            }
        }
        return ranges
    }

    func number(_ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func put(_ value: Int, at place: Int) {
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
        }
    }

    mutating func rename(_ range: Range<Int>, _ name: String) {
        bytes.replaceSubrange(range.lowerBound + 4..<range.lowerBound + 8, with: name.utf8)
    }

    mutating func clear(_ range: Range<Int>) {
        for place in range.dropFirst(8) { bytes[place] = 0 }
    }

    private func children(of range: Range<Int>, isFile: Bool) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = range.lowerBound + (isFile ? 0 : 8)
        while place + 8 <= range.upperBound {
            let size = number(place)
            guard size >= 8, place + size <= range.upperBound else { break }
            found.append(place..<place + size)
            place += size
        }
        return found
    }
}
