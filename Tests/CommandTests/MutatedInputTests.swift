import ContentProtection
import Foundation
import HeadlessPlayback
import ResultReports
import RunResults
import TestSupport
import Testing

/// For any changed input, a command ends by itself, soon and with one of its exit codes.
///
/// Each kind of input is changed three times, or as often as `PLAYCTL_MUTATIONS` states, as in
/// `make mutations`. `PLAYCTL_SEED` is the seed of the changes.
@Suite struct MutatedInputTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PLAYCTL_MUTATIONS"].flatMap { Int($0) } ?? 3
    private static let seed = environment["PLAYCTL_SEED"].flatMap { UInt64($0) } ?? 1
    private static let codes: Set<Int32> = [0, 1, 2, 5, 99]

    private let folder = ScratchFolder()
    /// A server that occupies a port, so that a key server started on this port exits.
    ///
    /// Otherwise, the key server would run forever if its input is valid.
    private let port: OriginServer

    init() throws {
        port = try OriginServer(.memory([:]))
        for sample in try FileManager.default.contentsOfDirectory(atPath: SampleMedia.folder)
        where !["make", "making", "README.md"].contains(sample) {
            try FileManager.default.copyItem(
                atPath: "\(SampleMedia.folder)/\(sample)", toPath: "\(folder.path)/\(sample)")
        }
    }

    /// Creates the input files that are not part of the sample media.
    private func prepare(_ input: MutatedInput) throws -> (file: String, command: String) {
        for name in ["keys", "kept", "shop", "shop/videos"] { _ = try folder.makeFolder(name) }
        try folder.put("WEBVTT\n\n1\n00:01.000 --> 00:02.500 line:0\n<i>a</i> b\n", at: "a.vtt")
        try folder.put("[{\"time\": 5, \"type\": \"AdSlot\", \"name\": \"a\"}]", at: "cues.json")
        try folder.put("time,type,name\n4,AdSlot,a\n0:08,x,\"b\"\n", at: "cues.csv")
        try folder.put(
            """
            {"id": "1", "name": "a", "duration": 10000, "sources": [{"src": "single/index.m3u8",
            "type": "application/x-mpegURL"}], "cue_points": [{"time": 2.5, "type": "AD"}]}
            """, at: "film.json")
        try folder.put("0 4000\n2 500\n6 8000\n", at: "network.txt")
        try folder.put(
            "profile: rfc\nrules: [segment, text]\nseverities: {segment.extinf-off: off}\n"
                + "ignore: [{rule: media, paths: [a, \"*b*\"], reason: c}]\n", at: "lint.yaml")
        try folder.put("# known\nsegment.extinf-off single/index.m3u8 EXTINF #\n", at: "known.txt")
        try folder.put(
            "{\"film\": {\"key\": \"000102030405060708090a0b0c0d0e0f\", \"lease\": 60}}",
            at: "keys/policies.json")
        try folder.put("{\"id\": \"1\", \"policy_keys\": [\"key\"]}", at: "shop/account.json")
        try folder.put(
            """
            {"id": "5", "sources": [{"src": "{base}/media/{expiry}/a.m3u8"}], "tags": ["a"],
            "manifest_url_ttl": 60, "geo": {"countries": ["de"]}, "domains": ["a.example"]}
            """, at: "shop/videos/5.json")
        try folder.put(
            """
            playctl: 1
            assets: [{find: {video: "5", viewer: a}}]
            player: {stream-concurrency: true}
            service:
              viewers: [{name: a, streams: 1, valid: 0s..1h}]
              streams: {others: [{viewer: a, session: tv, during: 5s..6s}]}
              videos: [{id: "5", source: single/index.m3u8, duration: 10s, manifest-ttl: 5s}]
              faults: [{call: heartbeat, occurrences: 1, do: {delay: 1s}}]
            """, at: "service.play.yaml")
        try folder.put(
            """
            playctl: 1
            assets: [single/index.m3u8]
            network: {rate: 2M, latency: 20ms}
            steps: [{at: 3s, seek: 6s}]
            expect: [end, {duration: 10s}]

            """, at: "a.play.yaml")
        var result = ResultFiles.result("a", .passed)
        result.checks.append(Check("b.c", "d", .failed(ResultFiles.failure)))
        _ = try folder.put([result], at: "results.json")
        _ = try folder.put([result], at: "costs.json")
        try folder.put(JUnitReport([result]).xml(), at: "results.xml")
        try folder.put("# playctl trace 1\n       0.000  begins\n", at: "kept/a.trace")
        let identity = try ServerIdentity(generatingNamed: "a", from: 0)
        try folder.put(identity.certificate.der, at: "keys/certificate.der")
        var file = input.file
        var command = input.command
        if command.contains("store store") {
            let download = try run("offline download single/index.m3u8 --json --store store")
            let token = try #require(try download.objects.first?["token"] as? String)
            file = file.replacing("STORED", with: "store/packages/\(token)/index.m3u8")
            command = command.replacing("TOKEN", with: token)
        }
        let key = "\(ProtectedSample.keyIdentifier):\(ProtectedSample.key)"
        command = command.replacing("KEY", with: key).replacing("PORT", with: "\(port.port)")
        return (file, command.replacing("%", with: file))
    }

    private func run(_ command: String) throws -> Playctl.Outcome {
        try Playctl(command.split(separator: " ").map(String.init), in: folder.path)
            .wait(seconds: 10)
    }

    @Test(arguments: MutatedInput.all)
    func `no changed input file causes a crash or an endless run`(input: MutatedInput) throws {
        let (file, command) = try prepare(input)
        let original = try folder.bytes(file)
        let plain = try run(command)
        // The unchanged file must lead to the expected exit code. Otherwise, the command might not
        // read its input at all, and the changed files would prove nothing.
        #expect(plain.status == input.code, "\(command): \(plain.status), \(plain.errors)")
        var tally: [Int32: Int] = [:]
        var unseen = 0
        for number in 0..<Self.count {
            let seed = Self.seed &* 1_000_003 &+ UInt64(number)
            var mutator = Mutator(seed: seed)
            try folder.put(mutator.mutated(original), at: file)
            for rest in ["out", "fresh"] { try? folder.remove(rest) }
            let outcome = try run(command)
            tally[outcome.status, default: 0] += 1
            let isKnown = Self.codes.contains(outcome.status)
            #expect(isKnown, "\(command), seed \(seed): \(outcome.status), \(outcome.errors)")
            if !isKnown { keep(file, seed) }
            if outcome.status == 0, input.isMedia {
                let decoded = try run(command + " --verify decode")
                #expect(Self.codes.contains(decoded.status), "\(command), seed \(seed), decoded")
                if decoded.status != 0 { unseen += 1 }
            }
        }
        if Self.environment["PLAYCTL_MUTATIONS"] != nil {
            print(
                "mutations  \(input.name): \(tally.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))"
                    + (input.isMedia ? ", of 0 damaged for decoders \(unseen)" : ""))
        }
    }

    /// Copies an input that crashed a command to the folder in `PLAYCTL_KEEP`, if that is set.
    private func keep(_ file: String, _ seed: UInt64) {
        guard let place = Self.environment["PLAYCTL_KEEP"] else { return }
        let name = file.replacing("/", with: "_")
        try? FileManager.default.copyItem(
            atPath: "\(folder.path)/\(file)", toPath: "\(place)/\(seed)-\(name)")
    }
}
