import Devices
import Testing
import VirtualTime

@Suite struct DeviceTests {
    /// A recorder of the changes of a device.
    private final class Changes {
        private(set) var all: [Device.Change] = []
        private var hold: Hold?

        init(of device: Device) {
            hold = device.observe { [unowned self] in all.append($0) }
        }

        func end() { hold = nil }
    }

    @Test func `each change is reported once, in order`() throws {
        let device = Device()
        let changes = Changes(of: device)
        device.connection = .cellular
        device.connection = .cellular
        device.appState = .inactive
        device.setAudioCategory(.playback, options: .allowBluetooth)
        try device.setAudioSessionActive(true)
        try device.setAudioSessionActive(true)
        device.setAudioRoute(.headphones)
        device.hasExternalScreen = true
        device.thermalState = .serious
        device.warnAboutMemory()
        #expect(
            changes.all == [
                .connection, .appState, .audioSession, .audioSession,
                .audioRoute(from: .builtIn, .newDevice), .externalScreen, .thermalState,
                .memoryWarning,
            ])
        #expect(device.audioSession.permitsBackgroundAudio)
    }

    @Test func `an observation that was ended receives no changes`() {
        let device = Device()
        let changes = Changes(of: device)
        changes.end()
        device.connection = .none
        #expect(changes.all.isEmpty)
    }

    @Test(arguments: [
        (
            Device.AudioRoute.headphones, Device.AudioRoute.builtIn,
            Device.AudioRoute.ChangeReason.oldDeviceUnavailable
        ),
        (.bluetooth, .builtIn, .oldDeviceUnavailable), (.builtIn, .headphones, .newDevice),
        (.headphones, .bluetooth, .newDevice), (.airPlay(video: true), .builtIn, .override),
        (.builtIn, .airPlay(video: false), .override),
    ])
    func `a change of the route has its usual reason`(
        from: Device.AudioRoute, to: Device.AudioRoute, reason: Device.AudioRoute.ChangeReason
    ) {
        let device = Device()
        device.setAudioRoute(from)
        let changes = Changes(of: device)
        device.setAudioRoute(to)
        #expect(changes.all == [.audioRoute(from: from, reason)])
    }

    @Test func `an interruption begins and ends once`() {
        let device = Device()
        let changes = Changes(of: device)
        device.endInterruption(shouldResume: true)
        device.beginInterruption(.builtInMicMuted)
        device.beginInterruption()
        #expect(device.isInterrupted)
        device.endInterruption(shouldResume: true)
        #expect(
            changes.all == [
                .interruption(.began(.builtInMicMuted)),
                .interruption(.ended(shouldResume: true)),
            ])
    }

    @Test func `the audio session cannot be activated during an interruption`() throws {
        let device = Device()
        device.beginInterruption()
        #expect(throws: Device.AudioSessionError.isInterrupted) {
            try device.setAudioSessionActive(true)
        }
        device.endInterruption(isReported: false)
        try device.setAudioSessionActive(true)
        #expect(device.audioSession.isActive)
    }

    @Test
    func `an interruption without a reported end ends when the app returns to the foreground`() {
        let device = Device()
        device.beginInterruption()
        device.appState = .inactive
        device.appState = .foreground
        #expect(device.isInterrupted)
        device.appState = .background
        #expect(device.isInterrupted)
        let changes = Changes(of: device)
        device.appState = .foreground
        #expect(!device.isInterrupted)
        #expect(changes.all == [.appState])
    }

    @Test func `a reset of the media services resets the audio session and the interruption`()
        throws
    {
        let device = Device()
        device.setAudioCategory(.playback)
        try device.setAudioSessionActive(true)
        device.beginInterruption()
        device.resetMediaServices()
        #expect(device.audioSession == Device.AudioSession())
        #expect(!device.isInterrupted)
    }

    @Test(arguments: Device.AudioSession.Category.allCases)
    func `only an active session of the category playback permits background audio`(
        category: Device.AudioSession.Category
    ) {
        let active = Device.AudioSession(category: category, isActive: true)
        #expect(active.permitsBackgroundAudio == (category == .playback))
        #expect(!Device.AudioSession(category: category).permitsBackgroundAudio)
    }
}
