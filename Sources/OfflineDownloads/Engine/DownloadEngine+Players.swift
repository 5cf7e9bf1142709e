extension DownloadEngine {
    /// Returns the stored contents of a download, updated as long as the value is retained.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents {
        let resources = try catalogue.resources(of: token)
        let contents = StoredContents(token, count: resources.count)
        for resource in resources where resource.isStored { contents.note(resource.ordinal) }
        for row in unwrittenRows where row.token == token { contents.note(row.ordinal) }
        followers.removeAll { $0.contents == nil }
        followers.append(ContentsFollower(contents: contents))
        return contents
    }

    /// Reports to players that a file has its final name.
    func tellFollowers(_ token: OfflineVideoToken, _ ordinal: Int) {
        for follower in followers where follower.contents?.token == token {
            follower.contents?.note(ordinal)
        }
    }

    /// Reports to players that the files of a download are being removed.
    func makeFollowersForget(_ token: OfflineVideoToken) {
        for follower in followers where follower.contents?.token == token {
            follower.contents?.forget()
        }
    }

    /// Records the first playback in the record held here.
    func noteFirstPlayback(of token: OfflineVideoToken, at time: Int64) {
        items[token]?.updateLater { record in
            if record.initialPlaybackTime == nil { record.initialPlaybackTime = time }
        }
    }
}

/// A player that follows the stored contents as long as it retains them.
struct ContentsFollower {
    weak var contents: StoredContents?
}
