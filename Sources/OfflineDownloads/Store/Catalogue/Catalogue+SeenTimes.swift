extension Catalogue {
    /// Records the time of a licence check, unless a later time is recorded.
    package func noteSeen(
        _ token: OfflineVideoToken, at time: Int64
    ) throws(StoreError) {
        try database.run(
            """
            UPDATE download SET lastSeenTime = ?
            WHERE token = ? AND (lastSeenTime IS NULL OR lastSeenTime < ?)
            """, [.integer(time), .text(token.rawValue), .integer(time)])
    }

    /// Records a time as the latest licence check of every download with a licence.
    ///
    /// The method does not replace a recorded time that is later than `time`. A licence is always
    /// checked against the current time or, if later, the recorded time.
    func noteSeenLicences(at time: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE download SET lastSeenTime = ?
            WHERE licenceRequestTime IS NOT NULL AND (lastSeenTime IS NULL OR lastSeenTime < ?)
            """, [.integer(time), .integer(time)])
    }

    /// Sets the recorded time of licence checks for a new licence, even to an earlier time.
    func restartSeenTime(of token: OfflineVideoToken, at time: Int64) throws(StoreError) {
        try database.run(
            "UPDATE download SET lastSeenTime = ? WHERE token = ?",
            [.integer(time), .text(token.rawValue)])
    }
}
