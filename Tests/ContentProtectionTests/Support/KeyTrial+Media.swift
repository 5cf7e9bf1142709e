import ContentProtection
import TestSupport

extension KeyTrial {
    /// Whether ffmpeg is installed, which creates media of all formats and codecs.
    static let hasEncoder = ShellCommand.succeeds("ffmpeg -version")

    /// A test with right and wrong keys for each format and codec with encrypted samples.
    static let all: [KeyTrial] = {
        do { return try made() } catch { return [] }
    }()

    private static let sound =
        "-f lavfi -i 'aevalsrc=sin(440*2*PI*t)+0.3*sin(3000*t)|0.2*random(0):d=1:s=44100'"
    private static let picture = "-f lavfi -i testsrc2=s=320x180:r=25:d=1 -pix_fmt yuv420p"

    private static func media(_ options: String, as format: String) -> [UInt8] {
        ShellCommand.bytes(of: "ffmpeg -v error \(options) -f \(format) -") ?? []
    }

    private static func made() throws -> [KeyTrial] {
        let streams = [
            ("H.264", picture + " -c:v libx264 -g 50"),
            ("H.264 baseline", picture + " -c:v libx264 -profile:v baseline -g 50"),
            ("AAC", sound + " -c:a aac"), ("AC-3", sound + " -c:a ac3"),
            ("E-AC-3", sound + " -c:a eac3"),
        ]
        var trials = try streams.map {
            try KeyTrial("TS, \($0)", transportStream: media($1, as: "mpegts"))
        }
        let folder = SampleMedia.packedAudio.folder
        trials += [
            try KeyTrial("packed AAC", packedAudio: fileBytes("\(folder)/segment-1.aac"), .aac),
            try KeyTrial("packed AC-3", packedAudio: media(sound + " -c:a ac3", as: "ac3"), .ac3),
            try KeyTrial(
                "packed E-AC-3", packedAudio: media(sound + " -c:a eac3", as: "eac3"),
                .enhancedAC3),
        ]
        let x265 = " -c:v libx265 -tag:v hvc1 -x265-params log-level=none"
        for (name, options) in streams + [("HEVC", picture + x265), ("Opus", opus)] {
            trials += try inFragments(name, options)
        }
        // The second GOP starts with leading pictures, which refer to the first GOP.
        let openGOP = "open-gop=1:keyint=15:min-keyint=15:scenecut=0"
        trials += try inFragments(
            "H.264 open GOP", picture + " -c:v libx264 -x264-params \(openGOP)", from: 1)
        trials += try inFragments("HEVC open GOP", picture + x265 + ":\(openGOP)", from: 1)
        return trials
    }

    /// Returns a test for each scheme, of media in fragments.
    ///
    /// - Parameters:
    ///   - name: The name of the codec.
    ///   - options: The options of ffmpeg for the source and the codec.
    ///   - start: The index of the first fragment to use.
    ///   - schemes: The schemes.
    /// - Returns: The tests; none if ffmpeg writes no such fragment.
    /// - Throws: An error when the fragments cannot be encrypted.
    private static func inFragments(
        _ name: String, _ options: String, from start: Int = 0,
        schemes: [ProtectionScheme] = ProtectionScheme.allCases
    ) throws -> [KeyTrial] {
        let file = media(
            options + " -movflags +frag_keyframe+delay_moov+default_base_moof", as: "mp4")
        let places = file.ranges(of: Array("moof".utf8)).map { $0.lowerBound - 4 }
        guard places.count > start else { return [] }
        return try schemes.map { scheme in
            try KeyTrial(
                name, fragments: Array(file[places[start]...]), behind: Array(file[..<places[0]]),
                scheme, isHEVC: name.hasPrefix("HEVC"),
                clearCount: name.hasPrefix("VP9") ? vp9HeaderCount : nil)
        }
    }

    /// A number of bytes that includes the uncompressed header of a VP9 picture.
    private static let vp9HeaderCount = 32

    /// Tests of media by which a decoder hardly detects a wrong key.
    ///
    /// The arithmetic coding of small pictures and of VP9 accepts many random bytes, and the
    /// packets of silence have three bytes each, so no packet alone contains a block of a cipher.
    static let hard: [KeyTrial] = {
        let noise = "-f lavfi -i life=s=160x90:r=25:mold=10:ratio=0.3:seed=7 -t 1 -pix_fmt yuv420p"
        let silence = "-f lavfi -i anullsrc=r=48000:cl=mono -t 1 -c:a libopus"
        do {
            return try inFragments("H.264 in small pictures", noise + " -c:v libx264 -g 50")
                + inFragments("VP9", picture + vp9, schemes: [.cenc, .cbcs])
                + inFragments("Opus silence", silence, schemes: [.cenc])
        } catch { return [] }
    }()

    private static let vp9 = " -c:v libvpx-vp9 -deadline realtime -cpu-used 8"
    private static let opus = "-f lavfi -i 'aevalsrc=sin(440*2*PI*t):d=1:s=48000' -c:a libopus"

    /// Returns a test with right and wrong keys for each segment of the sample assets.
    static func samples() throws -> [KeyTrial] {
        var trials: [KeyTrial] = []
        for folder in ["single", "ts-multivariant", "discontinuity", "id3", "pts-wrap", "markers"] {
            let found = ShellCommand.text(of: "find '\(SampleMedia.folder)/\(folder)' -name '*.ts'")
            for path in (found ?? "").split(separator: "\n").sorted() {
                let name = String(path.dropFirst(SampleMedia.folder.count + 1))
                trials.append(try KeyTrial(name, transportStream: fileBytes(String(path))))
            }
        }
        for number in 0..<3 {
            let path = "\(SampleMedia.packedAudio.folder)/segment-\(number).aac"
            trials.append(try KeyTrial(path, packedAudio: fileBytes(path), .aac))
        }
        return trials
    }
}
