import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct DeviceBuilderTests {
    @Test func `the device actions of a scenario are executed in order`() throws {
        let scenario = Scenario("device", playing: SampleMedia.transportStream.path) {
            device {
                $0.appName = "Player"
                $0.audioRoute = .headphones
            }
            backgroundAudio(options: .allowBluetooth)
            beginAd(at: .time(1))
            endAd(at: .time(2))
            interrupt(at: .time(3))
            endInterruption(shouldResume: true, at: .time(4))
            remote(.play, at: .time(5))
            interrupt(.routeDisconnected, at: .time(6))
            endInterruption(isReported: false, at: .time(7))
            remote(.toggle, from: .headset, at: .time(8))
            route(.builtIn, at: .time(9))
            remote(.seek(.seconds(12)), from: .mpris, at: .time(10))
            remote(.play, from: .keys, at: .time(11))
            pictureInPicture(.start, at: .time(12))
            pictureInPicture(.announce, at: .time(12))
            enter(.background, at: .time(13))
            audioSession(AudioSessionChange(isActive: false), at: .time(14))
            route(.airPlay(video: true), reason: .override, at: .time(15))
            expect(
                .order(
                    [
                        "AdSequenceEnter", "AdSequenceExit", "Pause", "Play", "Pause", "Play",
                        "Pause", "Play", "didChangePictureInPicture",
                        "didChangeExternalPlaybackActive", "End",
                    ].map { EventPattern($0) }),
                .never(EventPattern("PauseRequest")))
        }
        let result = try scenario.check()
        #expect(
            result.trace.filter { $0.contains(">> ") }.map {
                String($0.drop { $0 != ">" }.dropFirst(3))
            } == [
                "ad began", "ad ended", "interrupt began", "interrupt ended-should-resume",
                "remote play", "interrupt began-route-disconnected", "interrupt ended-unreported",
                "headset toggle", "route built-in", "mpris seek 12", "keys play", "pip start",
                "pip announce", "enter background", "audio-session inactive",
                "route airplay chosen",
            ])
        #expect(result.trace.contains { $0.contains("didChangeNowPlaying         Player") })
    }
}
