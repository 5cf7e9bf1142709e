#if canImport(Glibc)
    import HeadlessPlayback
    import OfflineDownloads
    import TestSupport
    import Testing

    /// Every request to a hostile server ends within its limits of time and size.
    @Suite(.serialized) struct HostileServerTests {
        private static let bound: Int64 = 1 << 20
        private static let playlist = Array(
            """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            0.ts
            #EXT-X-ENDLIST

            """.utf8)

        /// A recovery policy with time and size limits that are small enough for a test.
        private static var policy: RecoveryPolicy {
            var policy = RecoveryPolicy()
            policy.segmentTimeFactor = 0
            policy.shortestSegmentTime = .milliseconds(700)
            policy.answerTime = .milliseconds(700)
            policy.smallestSegmentBound = bound
            policy.segmentRetries = 1
            policy.playlistRetries = 1
            policy.firstDelay = .milliseconds(5)
            policy.longestDelay = .milliseconds(5)
            return policy
        }

        /// A media playlist with one segment, whose `EXT-X-BITRATE` announces few bytes.
        private static let planned = Array(
            """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:4
            #EXT-X-BITRATE:100
            #EXTINF:4,
            0.ts
            #EXT-X-ENDLIST

            """.utf8)

        @Test(arguments: HostileServer.Behaviour.allCases)
        func `a download from a hostile server ends within its time and size limits`(
            behaviour: HostileServer.Behaviour
        ) throws {
            let server = try #require(HostileServer(behaviour, playlist: Self.planned))
            defer { server.stop() }
            let download = try Download { $0.recovery = Self.policy }
            let token = try download.start(server.url + "/index.m3u8")
            let clock = ContinuousClock()
            let start = clock.now
            download.live()
            #expect(clock.now - start < .seconds(15))
            let size = download.files(of: token).values.reduce(0) { $0 + $1.count }
            #expect(size <= Int(Self.bound) + 65_536, "\(size)")
            // A server that sends more than the announced bytes has still sent all announced bytes.
            let state: OfflineVideoStatus.DownloadState =
                behaviour == .moreThanAnnounced ? .completed : .error
            #expect(try download.record(of: token).state == state, "\(download.lines)")
            // On each of the two attempts, the client's operating system buffers bytes that the
            // client never reads.
            #expect(server.sentByteCount < 40 << 20, "\(server.sentByteCount)")
            download.engine.close()
            download.settle()
        }

        @Test(arguments: HostileServer.Behaviour.allCases)
        func `an invalid playlist of a hostile server fails the download`(
            behaviour: HostileServer.Behaviour
        ) throws {
            let server = try #require(HostileServer(behaviour, playlist: []))
            defer { server.stop() }
            let download = try Download { $0.recovery = Self.policy }
            let token = try download.start(server.url + "/index.m3u8")
            let clock = ContinuousClock()
            let start = clock.now
            download.live()
            #expect(clock.now - start < .seconds(15))
            #expect(try download.record(of: token).state == .error)
            download.engine.close()
        }

        @Test(arguments: HostileServer.Behaviour.allCases)
        func `playback from a hostile server ends in an error`(behaviour: HostileServer.Behaviour)
            throws
        {
            let server = try #require(HostileServer(behaviour, playlist: Self.playlist))
            defer { server.stop() }
            let player = Playback { $0.recovery = Self.policy }
            let clock = ContinuousClock()
            let start = clock.now
            player.play(Video(url: server.url + "/index.m3u8"))
            #expect(clock.now - start < .seconds(15))
            #expect(player.recorder.lifecycle.last == .fail, "\(player.recorder.trace)")
        }
    }
#endif
