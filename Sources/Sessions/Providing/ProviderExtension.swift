/// The functions that a provider adds to the sessions that it plans.
///
/// A provider puts an object of a type of its own into the plan; an app casts
/// ``PlaybackSession/providerExtension`` to that type.
public protocol ProviderExtension: AnyObject {}
