import Devices
import HeadlessPlayback
import PlaybackControl
import Testing

/// The rules of the lock screen: `Documentation/Device.md#lock-screen`.
@Suite struct LockScreenTests {
    private static func state(
        count: Int = 3, index: Int = 1, ad: Bool = false,
        _ change: (inout LockScreen.State) -> Void = { _ in }
    ) -> LockScreen.State {
        var state = LockScreen.State()
        state.place = ItemPlace(count: count, index: index, isAdShown: ad)
        change(&state)
        return state
    }

    @Test(arguments: [
        (1, 0, false, false, false), (1, 0, true, false, false),
        (2, 0, false, false, true), (2, 1, false, true, true),
        (3, 0, false, false, true), (3, 1, false, true, true), (3, 2, false, true, true),
        (3, 0, true, false, false), (3, 1, true, false, false), (3, 2, true, false, false),
    ])
    func `previous and next are greyed for single items, ads and the first item`(
        count: Int, index: Int, ad: Bool, previous: Bool, next: Bool
    ) {
        let screen = LockScreen(Self.state(count: count, index: index, ad: ad))
        #expect(screen.isPreviousEnabled == previous)
        #expect(screen.isNextEnabled == next)
    }

    @Test func `without wrapping, next is greyed on the last item`() {
        let last = ItemPlace(count: 3, index: 2, nextWrapsAround: false)
        #expect(!last.isNextEnabled)
        #expect(ItemPlace(count: 3, index: 1, nextWrapsAround: false).isNextEnabled)
    }

    private static let conditions:
        [(Bool, Bool, Device.AudioSession.Category, Device.AudioSession.Options, Bool)] = [
            (
                true, true, Device.AudioSession.Category.playback, Device.AudioSession.Options(),
                true
            ),
            (false, true, .playback, [], false), (true, false, .playback, [], false),
            (true, true, .ambient, [], false), (true, true, .soloAmbient, [], false),
            (true, true, .playAndRecord, [], false), (true, true, .playback, .mixWithOthers, false),
            (true, true, .playback, .duckOthers, false),
            (true, true, .playback, .allowBluetooth, true),
            (true, true, .playback, .defaultToSpeaker, true),
            (true, true, .playback, [.mixWithOthers, .allowBluetooth], true),
            (true, true, .playback, .allowBluetoothA2DP, false),
        ]

    @Test(arguments: conditions)
    func `lock screen controls depend on background audio, the audio category and its options`(
        displays: Bool, background: Bool, category: Device.AudioSession.Category,
        options: Device.AudioSession.Options, isShown: Bool
    ) {
        let screen = LockScreen(
            Self.state {
                $0.options.displaysControls = displays
                $0.hasBackgroundAudio = background
                $0.category = category
                $0.categoryOptions = options
            })
        #expect(screen.isShown == isShown)
    }

    @Test(arguments: [
        ("Item", "Configuration", false, "Item"), (nil, "Configuration", false, "Configuration"),
        (nil, nil, false, "App"), ("Item", nil, true, "Advertisement"),
    ])
    func `the title is from the ad, the item, the configuration or the app`(
        item: String?, configuration: String?, ad: Bool, title: String
    ) {
        let screen = LockScreen(
            Self.state(ad: ad) {
                $0.itemTitle = item
                $0.options.title = configuration
            })
        #expect(screen.title == title)
    }

    @Test func `the picture is from the item, or else from the configuration`() {
        #expect(LockScreen(Self.state()).image == nil)
        #expect(LockScreen(Self.state { $0.options.image = "a" }).image == "a")
        let both = Self.state {
            $0.options.image = "a"
            $0.itemImage = "b"
        }
        #expect(LockScreen(both).image == "b")
    }
}
