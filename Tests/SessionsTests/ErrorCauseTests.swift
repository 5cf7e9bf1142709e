import Containers
import Formats
import HeadlessPlayback
import Presentation
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Errors of sessions contain the errors that caused them.
@Suite struct ErrorCauseTests {
    private static let html = Array("<html><body>404</body></html>".utf8)

    private func cause(_ script: [(String, ScriptedLoader.Answer)]) throws -> SessionError {
        let playback = Playback(loader: ScriptedLoader(script)).play(SampleMedia.single.video())
        return try #require(playback.recorder.errors.first).cause
    }

    @Test func `the error for a segment that is not media contains the container error`() throws {
        let cause = try cause([("segment-0.ts", .bytes(Self.html))])
        guard case .container(let error, let url) = cause else {
            Issue.record("\(cause)")
            return
        }
        #expect(error.reason == .unrecognized(looksLike: "HTML"))
        #expect(error.offset == 0)
        #expect("\(cause)" == "\(url): not a media container but HTML at byte 0")
    }

    @Test func `the error for a single file that cannot be read contains the transport error`()
        throws
    {
        let input = ContainerInputError(
            TransportError(url: "film.mp4", cause: .changed), offset: 4096)
        let error = SessionError.container(ContainerError(.input(input)), url: "film.mp4")
        #expect(
            input.cause.error as? TransportError
                == TransportError(
                    url: "film.mp4", cause: .changed))
        #expect("\(error)" == "film.mp4: film.mp4: changed while it was read at byte 4096")
    }

    @Test func `the error for a truncated segment contains the damage`() throws {
        let cause = try cause([("segment-0.ts", .changed { Array($0.prefix($0.count / 2)) })])
        guard case .damaged(let damage, let url) = cause else {
            Issue.record("\(cause)")
            return
        }
        #expect("\(cause)" == "\(url): damaged: \(damage)")
        #expect(damage == MediaDamage(ContainerProblem(.truncated)) || "\(damage)".count > 10)
    }

    private static var unread: DemuxedSegment {
        var segment = DemuxedSegment(emptyOf: .mpegTS, byteCount: 188)
        segment.unreadStreams = [.audio: "AAC in LATM"]
        return segment
    }

    @Test(arguments: [
        (MediaDamage.noSamples, "no audio or video samples"),
        (MediaDamage.noSamples(in: unread), "announced and not read: AAC in LATM"),
        (
            MediaDamage.tooLong(.seconds(70), longest: .seconds(60), promised: .seconds(6)),
            "holds 70.000 s of media, more than 60.000 s for a promise of 6.000 s"
        ),
        (MediaDamage(ContainerProblem(.truncated)), "the end is missing"),
    ])
    func `the error for a damaged segment describes each kind of damage`(
        damage: MediaDamage, sentence: String
    ) {
        #expect("\(SessionError.damaged(damage, url: "s.ts"))" == "s.ts: damaged: \(sentence)")
        #expect(SessionError.damaged(damage, url: "s.ts").isDamage)
    }

    @Test func `the error for too many subtitle cues contains the limit`() throws {
        var track = CueTrack(limit: 1)
        let cues = [1, 2].map {
            SubtitleCue(start: .seconds($0), end: .seconds($0 + 1), text: "cue \($0)")
        }
        let error = try #require(throws: CueTrack.Overflow.self) { _ = try track.insert(cues) }
        let cause = SubtitleReadingError(error)
        #expect(cause.cause.error as? CueTrack.Overflow == error)
        #expect(
            "\(SessionError.subtitles(cause, url: "t.vtt"))" == "t.vtt: subtitles: more than 1 cues"
        )
    }

    @Test func `session providers in a wrong order are refused with the names of both`() {
        var plan = SessionPlan(
            video: SampleMedia.single.video(), source: SampleMedia.single.video().sources[0])
        #expect(throws: Never.self) { try plan.wrap(in: .contentProtection) }
        let error = #expect(throws: SessionError.self) { try plan.wrap(in: .offlineVideos) }
        let expected = ChainError.misplaced(.offlineVideos, outside: .contentProtection)
        #expect(error == .providerChain(UnderlyingError(expected)))
        #expect(
            error?.description
                == "the provider of offline videos must be inside the provider of content protection"
        )
    }
}
