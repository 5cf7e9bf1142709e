package import Devices

extension SystemControls {
    /// The configuration of the lock screen.
    ///
    /// Source: `Documentation/Device.md#lock-screen`.
    public struct LockScreenOptions: Equatable, Sendable {
        /// Whether controls are displayed; without them, the app controls the lock screen itself.
        public var displaysControls = true
        /// The title for items without one.
        public var title: String?
        /// The location of the picture for items without one.
        public var image: String?
        /// Whether a command for the next item selects the first one after the last.
        ///
        /// JW Player does so; Brightcove's player ignores the command.
        public var nextWrapsAround = true

        /// Creates the configuration of JW Player.
        public init() {}
    }
}

/// The index of the current item.
package struct ItemPlace: Equatable {
    /// The number of items.
    package var count: Int
    /// The index of the current item.
    package var index: Int
    /// Whether an ad is shown.
    package var isAdShown: Bool
    /// Whether the first item follows the last one.
    package var nextWrapsAround: Bool

    /// Creates a place.
    package init(count: Int, index: Int, isAdShown: Bool = false, nextWrapsAround: Bool = true) {
        self.count = count
        self.index = index
        self.isAdShown = isAdShown
        self.nextWrapsAround = nextWrapsAround
    }

    /// The indices of the items before the current one, the nearest first.
    var former: [Int] { (0..<max(index, 0)).reversed() }

    /// The indices of the items after the current one; if the queue wraps around, the items before
    /// it follow.
    var following: [Int] {
        let behind = (1..<max(count, 1)).map { index + $0 }
        return nextWrapsAround ? behind.map { $0 % count } : behind.filter { $0 < count }
    }

    /// Whether the previous item can be selected.
    package var isPreviousEnabled: Bool { count > 1 && !isAdShown && index > 0 }

    /// Whether the next item can be selected, also at the last one if that leads to the first.
    package var isNextEnabled: Bool {
        count > 1 && !isAdShown && (nextWrapsAround || index < count - 1)
    }
}

/// The rules of the lock screen, as one function from a state to the shown information.
///
/// Source: `Documentation/Device.md#lock-screen`.
package struct LockScreen: Equatable {
    /// Whether anything is shown.
    package var isShown: Bool
    /// The title.
    package var title: String
    /// The location of the picture; `nil` without one.
    package var image: String?
    /// Whether the previous item can be selected.
    package var isPreviousEnabled: Bool
    /// Whether the next item can be selected.
    package var isNextEnabled: Bool

    /// The state that decides.
    package struct State {
        package var options = SystemControls.LockScreenOptions()
        /// Whether the app plays audio in the background.
        package var hasBackgroundAudio = true
        package var category = Device.AudioSession.Category.playback
        package var categoryOptions: Device.AudioSession.Options = []
        package var place = ItemPlace(count: 1, index: 0)
        package var itemTitle: String?
        package var itemImage: String?
        package var appName = "App"

        package init() {}
    }

    /// Derives the shown information from a state.
    ///
    /// - Parameter state: The state of player and device.
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

    /// Returns whether anything is shown.
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
