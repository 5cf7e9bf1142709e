import Devices
import HeadlessPlayback
import Scenarios
import TestSupport
import Testing

@Suite struct DeviceFileTests {
    private func read(_ text: String) throws(ScenarioFileError) -> Scenario {
        try ScenarioFile.scenario(from: Array(text.utf8), path: "suite/a.play.yaml")
    }

    @Test func `every key of a device is read`() throws {
        let scenario = try read(ScenarioText.everyDeviceKey)
        #expect(scenario.invalidParts.isEmpty)
        let setup = scenario.surroundings.device
        #expect(scenario.surroundings.connection == .expensive)
        #expect(setup.appName == "Player" && setup.languages == ["de-AT", "en"])
        #expect(
            setup.audioSession
                == Device.AudioSession(
                    category: .playback, options: [.allowBluetooth, .defaultToSpeaker],
                    isActive: true))
        #expect(setup.audioRoute == .headphones)
        let device = setup.device(.cellular)
        setup.prepareAudio(of: device)
        #expect(device.connection == .cellular && device.audioSession == setup.audioSession)
        #expect(device.audioRoute == .headphones && device.appName == "Player")
        #expect(device.freeSpace == 10_000_000)
        let player = scenario.player
        #expect(player.device.allowsBackgroundAudio && !player.device.allowsExternalPlayback)
        #expect(player.device.usesExternalScreen && player.device.isPictureInPictureDisabled)
        #expect(player.device.lockScreen.title == "Film")
        #expect(player.device.lockScreen.image == "a.jpg")
        #expect(!player.device.lockScreen.nextWrapsAround)
        #expect(player.options.reportsPauseRequestOfSystem)
        #expect(player.options.resumesAfterInterruption)
    }

    @Test func `each step of a device is written in the trace as in the file`() throws {
        let scenario = try read(ScenarioText.everyDeviceKey)
        let texts = scenario.steps.map { step in
            let (verb, object) = step.action.text(in: scenario.assets)
            return object.isEmpty ? verb : "\(verb) \(object)"
        }
        #expect(
            texts == [
                "connect constrained", "enter inactive", "audio-session multi-route no options",
                "route airplay", "route built-in lost", "interrupt began",
                "interrupt ended-should-resume", "interrupt began-route-disconnected",
                "interrupt ended-unreported", "media-services-reset", "memory-warning",
                "thermal critical", "external-screen on", "languages sv", "pip restore",
                "ad began", "background-audio off", "allow-external-playback on",
                "lock-screen off", "delete-in-settings film", "evict asset 2", "move-container",
                "free-space 64000",
                "remote next", "headset toggle", "keys skip -10.5",
                "ipc subtitles off", "mpris seek 12.5", "mpris item 2", "keys audio English",
                "keys rate 0",
            ])
    }

    @Test func `a trace without valid remote commands gives no steps`() {
        let trace = """
                   0.000   -  >> play
                   1.000   1  didProgressTo              1.000
                   2.000   1  >> remote sing
                   x.000   1  >> remote play

            """
        #expect(ScenarioStep.outsideCommands(inTrace: trace).isEmpty)
    }

    @Test func `a remote command in a trace becomes a step at its time`() throws {
        let trace = "       0.000   -  >> keys play\n      12.345   2  >> mpris seek 3.5\n"
        let steps = ScenarioStep.outsideCommands(inTrace: trace)
        #expect(steps.map(\.trigger) == [.start, .behind(.milliseconds(12345))])
        #expect(steps.map { $0.action.text(in: []).object } == ["play", "seek 3.5"])
    }
}
