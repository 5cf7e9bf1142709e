/// Decides when a broadcast has ended for all selected renditions.
///
/// Renditions rarely end at the same instant. The duration becomes finite only when the last
/// rendition has ended.
package struct LiveEnding: Equatable, Sendable {
    /// Whether all renditions have ended.
    package private(set) var isFinite = false

    /// Creates the state of a broadcast that has not ended.
    package init() {}

    /// Records which of the selected renditions have ended.
    ///
    /// - Parameter ends: Whether each selected rendition has ended.
    /// - Returns: Whether this call made the duration finite; at most one call returns `true`.
    package mutating func update(_ ends: [Bool]) -> Bool {
        guard !isFinite, !ends.isEmpty, ends.allSatisfy(\.self) else { return false }
        isFinite = true
        return true
    }
}
