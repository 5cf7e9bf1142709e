import Driver
import Playlists
import Sessions
import SidecarSubtitles
import VirtualTime

/// Reads bytes as a WebVTT file, a cue's text, the body of a file, and an MP4 sample.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    look(at: WebVTTCue(start: .zero, end: .zero, text: String(decoding: bytes, as: UTF8.self)))
    if let file = try? WebVTT(parsing: bytes) { look(at: file, count: count) }
    read(.webVTTFile(bytes))
    let sample = SubtitleSample(start: .zero, end: .seconds(1), bytes: bytes)
    read(.webVTTSamples(header: [], [sample]))
    read(.webVTTSamples(header: bytes, [sample]))
    let signed = Array("WEBVTT\n".utf8) + bytes
    guard let file = try? WebVTT(parsing: signed) else { fatalError("a signed file was refused") }
    look(at: file, count: signed.count)
    return 0
}

private func look(at file: WebVTT, count: Int) {
    let ordered = file.cuesInTrackOrder
    guard ordered.count == file.cues.count else { fatalError("cues were lost") }
    guard zip(ordered, ordered.dropFirst()).allSatisfy({ $0.start <= $1.start }) else {
        fatalError("out of order")
    }
    for cue in file.cues {
        guard !cue.text.utf8.contains(0), !cue.text.utf8.contains(0x0D) else {
            fatalError("a character that lines do not have")
        }
        guard !cue.text.utf8.elementsEqual("\n".utf8), !cue.text.contains("-->") else {
            fatalError("the text of a cue goes on too long")
        }
        look(at: cue)
        let settings = cue.settings
        let numbers = [settings.position ?? 0, settings.size]
        guard numbers.allSatisfy({ (0...100).contains($0) }) else { fatalError("out of range") }
        if let name = settings.region, file.region(name) == nil { fatalError("no such region") }
        readAgain(cue, regions: file.regions)
    }
    for problem in file.problems {
        guard problem.line >= 1, problem.line <= count else { fatalError("no such line") }
        _ = "\(problem)"
    }
}

/// Reads the subtitles in the same way as a playback session, and checks the cues.
private func read(_ content: SubtitleContent) {
    let segment = MediaSegment(uri: "a", duration: .seconds(1))
    let context = SegmentContext(playlistURL: "a:b", segment: segment, mediaSequence: 0)
    guard let read = try? WebVTTReader().cues(in: content, of: context) else { return }
    guard read.areCutAtSamples == (read.clock == .container) else { fatalError("another clock") }
    for cue in read.cues {
        guard !cue.text.utf8.contains(0x0D) else { fatalError("a character that text lacks") }
    }
}

/// Fails if writing a cue and reading it again changes its settings or its text.
private func readAgain(_ cue: WebVTTCue, regions: [WebVTTRegion]) {
    let blocks = regions.map { "REGION\nid:\($0.identifier)\n\n" }.joined()
    let settings = cue.settings.written.map { " \($0.name):\($0.value)" }.joined()
    let text = "WEBVTT\n\n\(blocks)00:00.000 --> 00:01.000\(settings)\n\(cue.text)"
    guard let again = try? WebVTT(parsing: text), again.cues.map(\.settings) == [cue.settings],
        again.cues.first?.text == cue.text
    else { fatalError("not read back as equal:\n\(text)") }
}

private func look(at cue: WebVTTCue) {
    var text = ""
    var pending: [CueTextNode] = cue.nodes(language: "en").reversed()
    while let node = pending.popLast() {
        switch node {
        case .text(let piece):
            guard !piece.isEmpty else { fatalError("an empty text") }
            text += piece
        case .timestamp(let time): guard time >= .zero else { fatalError("a negative time") }
        case .span(let span):
            guard span.language != nil else { fatalError("the language was lost") }
            pending += span.children.reversed()
        }
    }
    guard text.utf8.elementsEqual(cue.plainText.utf8) else { fatalError("the tree lost text") }
}

@main
enum WebVTTFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
