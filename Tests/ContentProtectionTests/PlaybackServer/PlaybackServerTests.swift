import ContentProtection
import Formats
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport

/// The simulated services of an account, used by the real client in simulated time.
@Suite struct PlaybackServerTests {
    /// A key pair and tokens, made by the `openssl` command.
    private struct Signer {
        let scratch = ScratchFolder()
        let publicKey: [UInt8]
        let algorithm: String

        init(_ algorithm: String) throws {
            self.algorithm = algorithm
            let options =
                algorithm == "RS256"
                ? "-algorithm RSA -pkeyopt rsa_keygen_bits:2048"
                : "-algorithm EC -pkeyopt ec_paramgen_curve:P-256"
            publicKey = try #require(
                ShellCommand.bytes(
                    of: """
                        openssl genpkey \(options) -out '\(scratch.path)/key.pem' && \
                        openssl pkey -in '\(scratch.path)/key.pem' -pubout
                        """))
        }

        /// Returns bytes in Base64url, without padding.
        private func coded(_ bytes: [UInt8]) -> String {
            let url: [Character: String] = ["+": "-", "/": "_", "=": ""]
            return String(decoding: Base64.encode(bytes), as: UTF8.self)
                .map { url[$0] ?? String($0) }.joined()
        }

        func token(_ claims: String, naming name: String? = nil) throws -> String {
            let head = coded(Array(#"{"alg":"\#(name ?? algorithm)"}"#.utf8))
            let signed = "\(head).\(coded(Array(claims.utf8)))"
            let signature = try #require(
                ShellCommand.bytes(
                    of: """
                        printf '%s' '\(signed)' | \
                        openssl dgst -sha256 -sign '\(scratch.path)/key.pem'
                        """))
            return "\(signed).\(coded(algorithm == "RS256" ? signature : numbers(in: signature)))"
        }

        /// Returns the two numbers of a DER signature, each in 32 bytes.
        private func numbers(in signature: [UInt8]) -> [UInt8] {
            var numbers: [UInt8] = []
            var place = 2
            for _ in 0..<2 {
                let count = Int(signature[place + 1])
                let digits = signature[(place + 2)..<(place + 2 + count)].drop { $0 == 0 }
                numbers += [UInt8](repeating: 0, count: 32 - digits.count) + digits
                place += 2 + count
            }
            return numbers
        }
    }

    private static let film = #"""
        {"id": "5", "reference_id": "film", "name": "Film", "tags": ["free"], "duration": 20000,
         "manifest_url_ttl": 10, "sources": [{"type": "application/x-mpegURL",
         "src": "https://media.test/{expiry}/index.m3u8"}]}
        """#

    private static func account(_ keys: [[UInt8]] = []) throws -> PlaybackServer.Account {
        var account = PlaybackServer.Account(id: "1")
        account.policyKeys = ["key"]
        account.tokenKeys = keys
        account.videos = [
            try JSONReader.read(Array(film.utf8)),
            try JSONReader.read(Array(#"{"id": "6", "name": "None", "sources": []}"#.utf8)),
            try JSONReader.read(
                Array(#"{"id": "8/8", "reference_id": "a/b %2F", "sources": []}"#.utf8)),
        ]
        account.playlists = [
            try JSONReader.read(
                Array(#"{"id": "9", "reference_id": "top", "videos": ["5", "6"]}"#.utf8))
        ]
        return account
    }

    private func world(_ account: PlaybackServer.Account) -> PlaybackWorld {
        PlaybackWorld(
            loader: InProcessPlaybackServer(
                PlaybackServer([account]), at: "https://service.test",
                media: ["https://media.test": SampleMedia.transportStream.folder]))
    }

    private func find(
        _ subject: PlaybackServiceRequest.Subject, key: String? = "key", token: String? = nil,
        _ parameters: [String: String] = [:], in world: PlaybackWorld
    ) throws -> Result<PlaybackServiceAnswer, PlaybackServiceError> {
        let service = PlaybackService(
            PlaybackServiceAccount(id: "1", policyKey: key, baseURL: "https://service.test"),
            in: world)
        var result: Result<PlaybackServiceAnswer, PlaybackServiceError>?
        let hold = service.find(subject, authToken: token, parameters: parameters) { result = $0 }
        world.loop.runUntilIdle()
        withExtendedLifetime(hold) {}
        return try #require(result)
    }

    private func reason(
        _ result: Result<PlaybackServiceAnswer, PlaybackServiceError>
    ) -> PlaybackServiceReason? {
        if case .failure(let error) = result { error.reason } else { nil }
    }

    @Test func `videos, playlists and searches are found`() throws {
        let world = world(try Self.account())
        #expect(try find(.video(id: "5"), in: world).get().video?.name == "Film")
        #expect(try find(.videoReference("film"), in: world).get().video?.id == "5")
        #expect(try find(.search("FREE"), in: world).get().playlist?.videos.map(\.id) == ["5"])
        let list = try find(.playlistReference("top"), in: world).get().playlist
        #expect(list?.videos.map(\.id) == ["5", "6"])
        #expect(list?.videos.map(\.hasError) == [false, true])
        let part = try find(
            .playlist(id: "9"), ["limit": "1", "offset": "1"], in: world)
        #expect(try part.get().playlist?.videos.map(\.id) == ["6"])
    }

    @Test func `every refusal has its reason`() throws {
        let world = world(try Self.account())
        #expect(reason(try find(.video(id: "5"), key: "other", in: world)) == .invalidPolicyKey)
        #expect(reason(try find(.video(id: "5"), key: nil, in: world)) == .missingToken)
        #expect(reason(try find(.video(id: "5"), token: "a.b.c", in: world)) == .invalidToken)
        #expect(reason(try find(.video(id: "6"), in: world)) == .notPlayable)
        #expect(reason(try find(.video(id: "7"), in: world)) == .notFound)
        #expect(reason(try find(.playlist(id: "7"), in: world)) == .notFound)
    }

    @Test func `an id may contain the separators of a path`() throws {
        let world = world(try Self.account())
        // The service finds the video, and reports that it cannot be played because it has no
        // sources.
        for subject: PlaybackServiceRequest.Subject in [
            .video(id: "8/8"), .videoReference("a/b %2F"),
        ] {
            #expect(reason(try find(subject, in: world)) == .notPlayable)
        }
        #expect(reason(try find(.videoReference("a"), in: world)) == .notFound)
        #expect(reason(try find(.video(id: "../5"), in: world)) == .notFound)
    }

    @Test(arguments: ["RS256", "ES256"])
    func `a token is valid only with its signature and within its lifetime`(algorithm: String)
        throws
    {
        let signer = try Signer(algorithm)
        let other = try Signer(algorithm)
        let world = world(try Self.account([signer.publicKey]))
        func ask(_ token: String) throws -> PlaybackServiceReason? {
            reason(try find(.video(id: "5"), token: token, in: world))
        }
        let claims = #"{"accid":"1","iat":0,"exp":3600}"#
        let token = try signer.token(claims)
        #expect(try ask(token) == nil)
        #expect(try ask(String(token.dropLast(4))) == .invalidToken)
        let forged = try signer.token(#"{"accid":"1","iat":0,"exp":7200}"#)
        let parts = token.split(separator: ".")
        let body = forged.split(separator: ".")[1]
        #expect(try ask("\(parts[0]).\(body).\(parts[2])") == .invalidToken)
        #expect(try ask(other.token(claims)) == .invalidToken)
        #expect(try ask(signer.token(claims, naming: "none")) == .invalidToken)
        #expect(try ask(signer.token(claims, naming: "HS256")) == .invalidToken)
        for claims in [
            #"{"accid":"2","iat":0,"exp":3600}"#, #"{"accid":"1","iat":0,"exp":0}"#,
            #"{"accid":"1","iat":0,"exp":2592001}"#, #"{"accid":"1","exp":3600}"#,
            #"{"accid":"1","iat":0,"exp":3600,"nbf":60}"#, #"{"accid":"1","iat":60,"exp":99}"#,
        ] {
            #expect(try ask(signer.token(claims)) == .invalidToken, "\(claims)")
        }
        #expect(
            try ask(signer.token(#"{"accid":"1","iat":0,"exp":9,"vids":["6"]}"#)) == .video)
        #expect(
            try ask(signer.token(#"{"accid":"1","iat":0,"exp":9,"tags":["paid"]}"#)) == .rights)
        #expect(
            try ask(signer.token(#"{"accid":"1","iat":0,"exp":9,"tags":["free"]}"#)) == nil)
        world.loop.run(until: .seconds(3600))
        #expect(try ask(token) == .invalidToken)
    }

    @Test func `the URL of a manifest expires in virtual time, and is renewed`() throws {
        let world = world(try Self.account())
        let video = try #require(try find(.video(id: "5"), in: world).get().video)
        #expect(video.sources.first?.url == "https://media.test/10/index.m3u8")
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.run(until: 100)
        playback.play(video)
        #expect(
            playback.recorder.names.filter { $0 == "manifestTTLWasUpdatedWithError" }.count == 1)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        var other = video
        other.provenance = nil
        playback.play(other)
        #expect(playback.controller.ledgers.last?.failure != nil)
    }

    @Test func `with a limit of one stream, the second device of a viewer is refused`() throws {
        let signer = try Signer("ES256")
        let world = world(try Self.account([signer.publicKey]))
        func video(_ device: String) throws -> Video {
            let token = try signer.token(
                #"{"accid":"1","iat":0,"exp":9999,"uid":"v","climit":1,"sid":"\#(device)"}"#)
            return try #require(
                try find(.video(id: "5"), token: token, in: world).get().video)
        }
        func playback(_ video: Video) -> Playback {
            let playback = Playback(in: world, provider: BasicSessionProvider())
            playback.controller.streamConcurrencyEnabled = true
            playback.controller.setVideos([video])
            return playback
        }
        let videos = [try video("phone"), try video("tablet")]
        let first = playback(videos[0])
        first.run(until: 2)
        let second = playback(videos[1])
        second.run(until: 4)
        #expect(second.recorder.names.contains("didReachMaxConcurrency"))
        #expect(second.controller.currentSession?.isPlaying == false)
        #expect(first.controller.currentSession?.isPlaying == true)
        first.controller.setVideos([])
        first.run(until: 5)
        second.controller.play()
        second.controller.run()
        #expect(second.controller.ledgers.last?.hasEnded == true)
        #expect(!first.recorder.names.contains("didReachMaxConcurrency"))
    }
}
