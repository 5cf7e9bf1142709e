extension VariantStream {
    /// A short text that identifies the variant stream by its resolution and bandwidth.
    package var words: String {
        let size = resolution.map { "\($0.width)x\($0.height), " } ?? ""
        return size + "\((bandwidth + 500) / 1000)k"
    }
}
