extension OfflineVideoManager {
    /// Stands between the manager and the key server of FairPlay; `nil` while nobody does.
    ///
    /// It is what apps of the simulated SDK set after they have initialised the manager.
    public var authProxy: (any AuthorizationProxy)? {
        get { (licensing as? FairPlayLicensing)?.authorizationProxy }
        set { licensing = newValue.map { FairPlayLicensing(authorizationProxy: $0) } }
    }
}
