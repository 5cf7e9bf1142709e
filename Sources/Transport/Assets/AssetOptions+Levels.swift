extension AssetOptions {
    /// Returns the options that apply to an asset of a player with three levels of options.
    ///
    /// The documentation of the simulated player does not state which level takes precedence. Here,
    /// each option has the value of the most specific level that sets it. The levels are the
    /// source, then the item, then the configuration.
    ///
    /// - Parameters:
    ///   - source: The options of the source that is played.
    ///   - item: The options of the playlist item.
    ///   - configuration: The options of the player.
    /// - Returns: The combined options.
    public static func effective(
        source: AssetOptions, item: AssetOptions, configuration: AssetOptions
    ) -> AssetOptions {
        source.merged(over: item).merged(over: configuration)
    }
}
