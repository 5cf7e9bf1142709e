import Foundation
import HeadlessPlayback
public import Sessions

/// A playback session with the interface of the SDK: a wrapper of a `PlaybackSession`.
///
/// A controller always returns the same object for a session.
public final class BCOVPlaybackSession {
    /// The wrapped session.
    public let session: PlaybackSession

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The video; never `nil`.
    public let video: BCOVVideo!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The source that is played; never `nil`.
    public let source: BCOVSource!

    /// Creates a wrapper of a session.
    init(_ session: PlaybackSession) {
        self.session = session
        video = BCOVVideo(session.video)
        source = BCOVSource(session.source)
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The functions that a session provider adds to the session; `nil` when it adds none.
    public var providerExtension: (any ProviderExtension)! { session.providerExtension }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The audio options; `nil` before the playlist is loaded, empty if the playlist has no audio.
    public var audibleMediaSelectionGroup: MediaSelectionGroup! {
        session.audibleMediaSelectionGroup
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The subtitle options; `nil` before the playlist is loaded.
    public var legibleMediaSelectionGroup: MediaSelectionGroup! {
        session.legibleMediaSelectionGroup
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The selected audio option; setting an option of another group has no effect.
    public var selectedAudibleMediaOption: MediaOption! {
        get { session.selectedAudibleMediaOption }
        set { session.selectedAudibleMediaOption = newValue }
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The selected subtitle option; `nil` if none is selected.
    public var selectedLegibleMediaOption: MediaOption! {
        get { session.selectedLegibleMediaOption }
        set { session.selectedLegibleMediaOption = newValue }
    }

    /// Selects the audio option that best fits the media preferences of the `PlaybackWorld`.
    public func selectAudibleMediaOptionAutomatically() {
        session.selectAudibleMediaOptionAutomatically()
    }

    /// Selects the subtitle option that best fits the media preferences of the `PlaybackWorld`.
    public func selectLegibleMediaOptionAutomatically() {
        session.selectLegibleMediaOptionAutomatically()
    }

    /// Returns the text for an audio option in a menu.
    ///
    /// - Parameter option: The option.
    /// - Returns: The text; `nil` if the option is `nil`.
    public func displayName(fromAudibleMediaSelectionOption option: MediaOption!) -> String! {
        option.map { MediaSelectionGroup.displayName(of: $0, isLegible: false) }
    }

    /// Returns the text for a subtitle option in a menu.
    ///
    /// - Parameter option: The option.
    /// - Returns: The text; `nil` if the option is `nil`.
    public func displayName(fromLegibleMediaSelectionOption option: MediaOption!) -> String! {
        option.map { MediaSelectionGroup.displayName(of: $0, isLegible: true) }
    }
}

/// A lifecycle event of a session.
public final class BCOVPlaybackSessionLifecycleEvent: Equatable {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The type, such as ``kBCOVPlaybackSessionLifecycleEventReady``; never `nil`.
    public let eventType: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The properties; the error is stored under ``kBCOVPlaybackSessionEventKeyError``.
    public let properties: [AnyHashable: Any]!

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - eventType: The type.
    ///   - properties: The properties; `nil` means no properties.
    public init(eventType: String!, properties: [AnyHashable: Any]!) {
        self.eventType = eventType ?? ""
        self.properties = properties ?? [:]
    }

    /// Creates an event without properties.
    ///
    /// - Parameter eventType: The type.
    public convenience init(type eventType: String!) {
        self.init(eventType: eventType, properties: nil)
    }

    /// Creates an event from a `LifecycleEvent` of this package.
    convenience init(_ event: LifecycleEvent) {
        self.init(
            eventType: lifecycleName(event.type),
            properties: event.error.map { [kBCOVPlaybackSessionEventKeyError: NSError($0)] })
    }

    /// Returns whether two events have equal types and properties.
    public static func == (
        left: BCOVPlaybackSessionLifecycleEvent, right: BCOVPlaybackSessionLifecycleEvent
    ) -> Bool {
        left.eventType == right.eventType
            && NSDictionary(dictionary: left.properties)
                .isEqual(NSDictionary(dictionary: right.properties))
    }
}
