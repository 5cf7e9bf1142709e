extension Catalogue {
    /// Notes the time at which the licence of a download is looked at, unless a later one is known.
    package func noteSeen(
        _ token: OfflineVideoToken, at time: Int64
    ) throws(StoreError) {
        try database.run(
            """
            UPDATE download SET lastSeenTime = ?
            WHERE token = ? AND (lastSeenTime IS NULL OR lastSeenTime < ?)
            """, [.integer(time), .text(token), .integer(time)])
    }

    /// Notes the time for every download that has a licence, where it is later than the one known.
    func noteSeenLicences(at time: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE download SET lastSeenTime = ?
            WHERE licenceRequestTime IS NOT NULL AND (lastSeenTime IS NULL OR lastSeenTime < ?)
            """, [.integer(time), .integer(time)])
    }

    /// Lets time count from a new licence, whatever was seen before it was granted.
    func restartSeenTime(of token: OfflineVideoToken, at time: Int64) throws(StoreError) {
        try database.run(
            "UPDATE download SET lastSeenTime = ? WHERE token = ?", [.integer(time), .text(token)])
    }
}
