extension AssetOptions {
    /// Returns the options that apply to an asset of a player with three levels.
    ///
    /// The documents of the simulated player do not state which level precedes. Here the most
    /// specific one does, key by key: the source, then the item, then the configuration.
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
