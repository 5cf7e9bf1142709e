// Verifies that an asset has its cue points where they are expected.
// snippet.hide
import HeadlessPlaybackTesting

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/markers/index.m3u8"
// snippet.show
let video = Video(
    url: asset, cuePoints: [.at(4, type: CuePoint.adSlot), .at(8, type: CuePoint.adSlot)])

let found = await AssetSurveyor().survey(video)
for stream in found.survey.streams {
    print(stream.name, "has", stream.keyframes.count, "keyframes,", stream.markers.count, "markers")
}

let verification = AssetVerifier(expecting: video.cuePoints).verify(found)
print(verification.table)
do {
    try verification.check()
    print("every cue point is right, and the variants agree")
} catch {
    print(error)
}
