/// The functions that a provider adds to its sessions.
///
/// A provider adds an object of its own type to the plan; an app casts
/// ``PlaybackSession/providerExtension`` to that type.
public protocol ProviderExtension: AnyObject {}
