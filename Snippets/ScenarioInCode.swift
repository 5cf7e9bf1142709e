// Runs a scenario that is written in code, and prints the result.
// snippet.hide
import HeadlessPlaybackTesting

let asset = CommandLine.arguments.dropFirst().first ?? "Samples/Media/single/index.m3u8"
// snippet.show
let scenario = Scenario("mid-roll", playing: asset) {
    cuePoint(at: 5, "mid-roll")
    network(NetworkConditions(bitsPerSecond: 2_000_000, latency: .milliseconds(40)))
    fault(.status(503), kinds: [.segment], occurrences: 1..<2)
    seek(to: 8, at: .position(6))
    expect(.everyCuePointOnce, .end(true))
    threshold(.rebufferingCount, .atMost, 1)
}
let result = ScenarioRunner().run(scenario)

for line in result.trace { print(line) }
do {
    try result.check()
    print("everything holds")
} catch {
    print(error)
}
