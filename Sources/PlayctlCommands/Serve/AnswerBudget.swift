import Synchronization

/// The memory budget for the responses that are kept because a fault rule may repeat them.
///
/// All clients share the budget.
final class AnswerBudget: Sendable {
    /// The default size of the budget in bytes.
    static let all: Int64 = 64 << 20

    private let left: Mutex<Int64>

    /// Creates a budget.
    ///
    /// - Parameter byteCount: The number of bytes.
    init(_ byteCount: Int64 = all) { left = Mutex(byteCount) }

    /// Reserves bytes of the budget.
    ///
    /// - Returns: Whether enough bytes were left.
    func take(_ byteCount: Int64) -> Bool {
        left.withLock { left in
            guard byteCount <= left else { return false }
            left -= byteCount
            return true
        }
    }

    /// Gives reserved bytes back to the budget.
    func give(_ byteCount: Int64) { left.withLock { $0 += byteCount } }
}
