package import Devices

extension SystemControls {
    /// The configuration of the lock screen.
    ///
    /// Source: `Documentation/Device.md#lock-screen`.
    public struct LockScreenOptions: Equatable, Sendable {
        /// Whether controls are displayed; without them, the app controls the lock screen itself.
        public var displaysControls = true
        /// The title shown for items without a title; `nil` means the name of the app.
        public var title: String?
        /// The URL of the picture shown for items without a picture; `nil` shows no picture.
        public var image: String?
        /// Whether the next-item command at the last item of the queue selects the first item.
        ///
        /// JW Player selects the first item. Brightcove's player ignores the command at the last
        /// item.
        public var nextWrapsAround = true

        /// Creates the default configuration, which corresponds to JW Player.
        public init() {}
    }
}

/// The position of the current item in the queue; it determines the items that can be selected.
package struct ItemPlace: Equatable {
    /// The number of items.
    package var count: Int
    /// The index of the current item.
    package var index: Int
    /// Whether an ad is shown.
    package var isAdShown: Bool
    /// Whether the first item follows the last item.
    package var nextWrapsAround: Bool

    /// Creates the position of an item in the queue.
    package init(count: Int, index: Int, isAdShown: Bool = false, nextWrapsAround: Bool = true) {
        self.count = count
        self.index = index
        self.isAdShown = isAdShown
        self.nextWrapsAround = nextWrapsAround
    }

    /// The indices of the items before the current one, the nearest first.
    var former: [Int] { (0..<max(index, 0)).reversed() }

    /// The indices of the items after the current one.
    ///
    /// If the queue wraps around, the indices of the items before the current one follow.
    var following: [Int] {
        let behind = (1..<max(count, 1)).map { index + $0 }
        return nextWrapsAround ? behind.map { $0 % count } : behind.filter { $0 < count }
    }

    /// Whether the previous item can be selected.
    package var isPreviousEnabled: Bool { count > 1 && !isAdShown && index > 0 }

    /// Whether the next item can be selected; at the last item, only if the queue wraps around.
    package var isNextEnabled: Bool {
        count > 1 && !isAdShown && (nextWrapsAround || index < count - 1)
    }
}

/// The information on the lock screen, derived from the state of the player and the device.
///
/// Source: `Documentation/Device.md#lock-screen`.
package struct LockScreen: Equatable {
    /// Whether the lock screen shows information about the player.
    package var isShown: Bool
    /// The title on the lock screen.
    package var title: String
    /// The URL of the picture on the lock screen; `nil` if no picture is shown.
    package var image: String?
    /// Whether the previous item can be selected.
    package var isPreviousEnabled: Bool
    /// Whether the next item can be selected.
    package var isNextEnabled: Bool

    /// The state of the player and the device from which the lock screen is derived.
    package struct State {
        package var options = SystemControls.LockScreenOptions()
        /// Whether the app can play audio in the background.
        package var hasBackgroundAudio = true
        package var category = Device.AudioSession.Category.playback
        package var categoryOptions: Device.AudioSession.Options = []
        package var place = ItemPlace(count: 1, index: 0)
        package var itemTitle: String?
        package var itemImage: String?
        package var appName = "App"

        package init() {}
    }

    /// Derives the displayed information from the state of the player and the device.
    ///
    /// - Parameter state: The state of the player and the device.
    package init(_ state: State) {
        isShown = Self.isShown(
            state.options, hasBackgroundAudio: state.hasBackgroundAudio, state.category,
            state.categoryOptions)
        title =
            state.place.isAdShown
            ? "Advertisement" : state.itemTitle ?? state.options.title ?? state.appName
        image = state.itemImage ?? state.options.image
        isPreviousEnabled = state.place.isPreviousEnabled
        isNextEnabled = state.place.isNextEnabled
    }

    /// Returns whether the lock screen shows information about the player.
    package static func isShown(
        _ options: SystemControls.LockScreenOptions, hasBackgroundAudio: Bool,
        _ category: Device.AudioSession.Category,
        _ categoryOptions: Device.AudioSession.Options
    ) -> Bool {
        options.displaysControls && hasBackgroundAudio && category == .playback
            && (categoryOptions.isEmpty
                || !categoryOptions.isDisjoint(with: [.defaultToSpeaker, .allowBluetooth]))
    }
}
