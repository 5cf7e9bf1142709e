#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of mutants that the tests try, and the file that lists them.
///
/// `make test` tries a sample; `make honest` sets `HONEST` to `all`, or to a number of mutants.
struct HonestyEffort {
    /// The number of mutants; `nil` means all of them.
    let mutantCount: Int?
    /// The path for a list of mutants with their outcomes; `nil` if `HONEST_LIST` is unset.
    let listPath: String?

    /// Whether every mutant is tried.
    var isFull: Bool { mutantCount == nil }

    /// The effort that the environment requests.
    static let current: HonestyEffort = {
        let effort = variable("HONEST")
        return HonestyEffort(
            mutantCount: effort == "all" ? nil : effort.flatMap { Int($0) } ?? 2000,
            listPath: variable("HONEST_LIST"))
    }()

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
