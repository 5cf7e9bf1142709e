extension DownloadEngine {
    /// What is stored of a download at this moment, kept up to date as long as it is held.
    func contents(of token: OfflineVideoToken) throws(StoreError) -> StoredContents {
        let resources = try catalogue.resources(of: token)
        let contents = StoredContents(token, count: resources.count)
        for resource in resources where resource.isStored { contents.note(resource.ordinal) }
        for row in unwrittenRows where row.token == token { contents.note(row.ordinal) }
        followers.removeAll { $0.contents == nil }
        followers.append(ContentsFollower(contents: contents))
        return contents
    }

    /// Lets players know of a file that has its final name.
    func tellFollowers(_ token: OfflineVideoToken, _ ordinal: Int) {
        for follower in followers where follower.contents?.token == token {
            follower.contents?.note(ordinal)
        }
    }

    /// Lets players know that the files of a download go.
    func makeFollowersForget(_ token: OfflineVideoToken) {
        for follower in followers where follower.contents?.token == token {
            follower.contents?.forget()
        }
    }

    /// Takes note of the first playback in the record that is held here too.
    func noteFirstPlayback(of token: OfflineVideoToken, at time: Int64) {
        items[token]?.updateLater { record in
            if record.initialPlaybackTime == nil { record.initialPlaybackTime = time }
        }
    }
}

/// Somebody who wants to know what is stored, as long as that is held.
struct ContentsFollower {
    weak var contents: StoredContents?
}
