import LiveOrigin
import Playlists
import Testing
import VirtualTime

@Suite struct EdgeTests {
    private static func origin(_ edges: Edges) throws -> LiveOrigin {
        try LiveOrigin(
            programme: Programme(sources: [source([6000])]), packager: .video(.count(6)),
            edges: edges)
    }

    @Test func `an edge without lag changes nothing`() throws {
        let packager = Packager.lowLatency()
        let programme = Programme(sources: [source([4000])])
        let direct = try LiveOrigin(programme: programme, packager: packager)
        let edged = try LiveOrigin(
            programme: programme, packager: packager, edges: Edges([EdgeServer()]))
        let locations = [
            "index.m3u8", "video/index.m3u8", "video/index.m3u8?_HLS_msn=14&_HLS_part=2",
            "video/index.m3u8?_HLS_skip=YES", "video/s10.ts", "video/s14.2.ts", "video/none", "x",
        ]
        for instant in randomInstants(100, seed: 21) + [.seconds(58)] {
            for location in locations {
                let request = OriginRequest(location)
                #expect(
                    direct.answer(request, arrivingAt: instant)
                        == edged.answer(request, arrivingAt: instant))
            }
        }
    }

    @Test func `a lagging edge serves an older playlist and blocks reloads longer`() throws {
        let lagging = EdgeServer(lag: .seconds(13), segmentLag: .seconds(3), statesAge: true)
        let origin = try Self.origin(Edges([lagging]))
        #expect(try origin.media(at: 113) == Self.origin(Edges()).media(at: 100))
        guard case .ready(let response) = origin.answer("video/index.m3u8", at: 113) else {
            Issue.record("not ready")
            return
        }
        #expect(response.age == 13)
        #expect(origin.answer("video/s15.ts", at: 98).outline == "404")
        #expect(origin.answer("video/s15.ts", at: 99).outline == "ready")
        let blocking = try LiveOrigin(
            programme: Programme(sources: [source([4000])]), packager: .lowLatency(),
            edges: Edges([EdgeServer(lag: .seconds(2))]))
        let answer = blocking.answer("video/index.m3u8?_HLS_msn=14&_HLS_part=2", at: 60)
        #expect(answer.outline == "ready at 61.000")
    }

    @Test func `an edge serves a cached playlist unchanged until its lifetime ends`() throws {
        let origin = try Self.origin(Edges([EdgeServer(lifetime: .seconds(10), statesAge: true)]))
        #expect(try origin.media(at: 109.9) == origin.media(at: 100))
        #expect(try origin.media(at: 110) != origin.media(at: 100))
        guard case .ready(let response) = origin.answer("video/index.m3u8", at: 107.5) else {
            Issue.record("not ready")
            return
        }
        #expect(response.age == 7)
    }

    @Test func `a playlist request before the first segment waits at the edge for that segment`()
        throws
    {
        let origin = try Self.origin(Edges([EdgeServer(lifetime: .seconds(10))]))
        #expect(origin.answer("video/index.m3u8", at: 4).outline == "ready at 6.000")
        #expect(origin.answer("video/index.m3u8", at: 8).outline == "ready")
        #expect(try origin.media(at: 8).segments.count == 1)
    }

    @Test func `an edge with a negative segment lag is refused`() {
        #expect(throws: OriginError.self) {
            try Self.origin(Edges([EdgeServer(segmentLag: .seconds(-1))]))
        }
    }

    @Test func `alternating edges make the playlist go backwards`() throws {
        let edges = Edges([EdgeServer(), EdgeServer(lag: .seconds(13))], pick: .alternate)
        let origin = try Self.origin(edges)
        let numbers = try (0..<4).map {
            try origin.media(at: 120 + Double($0), ordinal: $0).mediaSequence
        }
        #expect(numbers == [14, 12, 14, 12])
    }

    @Test func `a client stays with its edge and clients are spread`() throws {
        let servers = (0..<4).map { EdgeServer(lag: .seconds($0 * 6)) }
        let edges = Edges(servers, pick: .sticky)
        var counts: [Duration: Int] = [:]
        for number in 0..<400 {
            let picks = (0..<5).map {
                edges.server(for: OriginRequest("x", client: "c\(number)", ordinal: $0))?.lag
            }
            #expect(Set(picks).count == 1)
            if let lag = picks[0] { counts[lag, default: 0] += 1 }
        }
        #expect(counts.count == 4)
        for count in counts.values { #expect(count > 60) }
        let seeded = Edges(servers, pick: .seeded, seed: 4)
        let lags = (0..<40).map { seeded.server(for: OriginRequest("x", ordinal: $0))?.lag }
        #expect(Set(lags).count == 4)
        let backwards = (0..<40).reversed().map {
            seeded.server(for: OriginRequest("x", ordinal: $0))?.lag
        }
        #expect(backwards == lags.reversed())
    }

    @Test func `an edge refuses everything in an outage`() throws {
        let outage = EdgeServer.Outage(Duration.seconds(240)..<Duration.seconds(300), status: 502)
        let origin = try Self.origin(Edges([EdgeServer(outages: [outage])]))
        #expect(origin.answer("video/index.m3u8", at: 239).outline == "ready")
        #expect(origin.answer("video/index.m3u8", at: 240).outline == "502")
        #expect(origin.answer("video/s38.ts", at: 299).outline == "502")
        #expect(origin.answer("video/s38.ts", at: 300).outline == "ready")
    }
}
