public import Foundation
import HeadlessPlayback
import Sessions

/// The name and the descriptions of a video in a language.
///
/// For a locale without a variant in its language, the methods return the general text.
///
/// Source: `Documentation/Brightcove.md#names-in-several-languages`.
extension BCOVVideo {
    /// Returns the name in the language of a locale.
    ///
    /// - Parameter locale: The locale; `nil` means the languages of the simulated device.
    /// - Returns: The name; `nil` for a video without a name.
    @preconcurrency @MainActor public func localizedName(forLocale locale: NSLocale?) -> String? {
        video.localizedName(forLanguages: Self.languages(of: locale))
    }

    /// Returns the short description in the language of a locale.
    ///
    /// - Parameter locale: The locale; `nil` means the languages of the simulated device.
    /// - Returns: The description; `nil` for a video without a short description.
    @preconcurrency @MainActor public func localizedShortDescription(forLocale locale: NSLocale?)
        -> String?
    {
        video.localizedShortDescription(forLanguages: Self.languages(of: locale))
    }

    /// Returns the long description in the language of a locale.
    ///
    /// - Parameter locale: The locale; `nil` means the languages of the simulated device.
    /// - Returns: The description; `nil` for a video without a long description.
    @preconcurrency @MainActor public func localizedLongDescription(forLocale locale: NSLocale?)
        -> String?
    {
        video.localizedLongDescription(forLanguages: Self.languages(of: locale))
    }

    /// Returns the names and descriptions in the first available language.
    ///
    /// - Parameter preferredLanguages: Language tags, the preferred one first.
    /// - Returns: The variant; `nil` when there is none in any of the languages.
    public func variant(forPreferredLanguages preferredLanguages: [String]) -> [AnyHashable: Any]? {
        video.variant(forLanguages: preferredLanguages)?.bridged
    }

    @MainActor private static func languages(of locale: NSLocale?) -> [String] {
        languages(of: locale?.object(forKey: .identifier) as? String)
    }

    /// Returns the language tags for the identifier of a locale, such as `de_AT`.
    @MainActor fileprivate static func languages(of identifier: String?) -> [String] {
        guard let identifier else { return BCOVSimulation.current?.world.device.languages ?? [] }
        return [String(identifier.prefix { $0 != "@" }).replacing("_", with: "-")]
    }
}

/// Returns the name of a video in the language of a locale.
///
/// - Parameters:
///   - video: The video; `nil` has no name.
///   - locale: The locale; `nil` means the languages of the simulated device.
/// - Returns: The name; `nil` for a video without a name.
@preconcurrency @MainActor public func localizedNameForLocale(
    _ video: BCOVVideo?, _ locale: Locale?
) -> String? {
    video?.video.localizedName(forLanguages: BCOVVideo.languages(of: locale?.identifier))
}

/// Returns the short description of a video in the language of a locale.
///
/// - Parameters:
///   - video: The video; `nil` has no description.
///   - locale: The locale; `nil` means the languages of the simulated device.
/// - Returns: The description; `nil` for a video without a short description.
@preconcurrency @MainActor public func localizedShortDescriptionForLocale(
    _ video: BCOVVideo?, _ locale: Locale?
) -> String? {
    video?.video.localizedShortDescription(
        forLanguages: BCOVVideo.languages(of: locale?.identifier))
}

/// Returns the long description of a video in the language of a locale.
///
/// - Parameters:
///   - video: The video; `nil` has no description.
///   - locale: The locale; `nil` means the languages of the simulated device.
/// - Returns: The description; `nil` for a video without a long description.
@preconcurrency @MainActor public func localizedLongDescriptionForLocale(
    _ video: BCOVVideo?, _ locale: Locale?
) -> String? {
    video?.video.localizedLongDescription(
        forLanguages: BCOVVideo.languages(of: locale?.identifier))
}
