/// The dependence of the pictures of consecutive segments on earlier keyframes.
package struct KeyframeChain<Codec: Equatable & Sendable>: Sendable {
    private var codec: Codec?
    private var lacksKeyframe: Bool

    /// Creates the chain of segments that begins with the next one.
    ///
    /// - Parameter lacksKeyframe: Whether no earlier segment can have the keyframe on which the
    ///   first pictures depend.
    package init(lacksKeyframe: Bool) {
        self.lacksKeyframe = lacksKeyframe
    }

    /// Adds the pictures of the next segment.
    ///
    /// - Parameters:
    ///   - codec: The codec of the pictures, which cannot depend on a keyframe of another codec;
    ///     `nil` if it is unknown.
    ///   - needsEarlierPictures: Whether the first pictures depend on earlier pictures.
    ///   - hasKeyframe: Whether the segment has a keyframe.
    /// - Returns: Whether the first pictures depend on a keyframe that no segment has.
    package mutating func take(
        _ codec: Codec?, needsEarlierPictures: Bool, hasKeyframe: Bool
    ) -> Bool {
        let changes = self.codec.map { $0 != codec } ?? false
        let isDependent = (lacksKeyframe || changes) && needsEarlierPictures
        self.codec = codec
        lacksKeyframe = isDependent && !hasKeyframe
        return isDependent
    }
}
