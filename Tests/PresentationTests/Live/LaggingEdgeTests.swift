import Playlists
import Presentation
import Testing
import VirtualTime

/// Lagging edge servers, with another clock, outdated segment numbers or an outdated end tag.
@Suite struct LaggingEdgeTests {
    /// Returns a version whose first segment has a date, given in seconds after noon.
    private static func dated(
        _ numbers: Range<Int>, at seconds: Double, ended: Bool = false, name: String = "s"
    ) -> MediaPlaylist {
        .live(numbers) { playlist in
            playlist.date(0, seconds)
            playlist.hasEndList = ended
            for (index, number) in numbers.enumerated() {
                playlist.segments[index].uri = "\(name)\(number).ts"
            }
        }
    }

    @Test(arguments: LiveProfile.allCases, [514, 2])
    func `an end tag from before an encoder restart does not end the broadcast`(
        profile: LiveProfile, first: Int
    ) {
        // The client joined after the restart and has never seen the old numbers.
        var run = ReloadRun(profile)
        run.answer(Self.dated(100..<103, at: 640))
        let old = Self.dated(first..<first + 6, at: 610, ended: true, name: "old")
        for number in 101..<140 {
            let step = run.answer(old)
            #expect(step.update == nil)
            #expect(step.notices.contains(.older))
            #expect(step.next != nil)
            let newer = Self.dated(number..<number + 3, at: 640 + Double(number - 100) * 4)
            #expect(run.answer(newer).update?.playlist.hasEndList == false)
        }
        #expect(run.reloader.epoch == 0)
        #expect(run.reloader.playlist?.hasEndList == false)
    }

    @Test(arguments: LiveProfile.allCases)
    func `an older playlist with an end tag does not end a broadcast whose encoder is silent`(
        profile: LiveProfile
    ) {
        var run = ReloadRun(profile)
        let known = Self.dated(100..<103, at: 640)
        run.answer(known)
        let old = Self.dated(514..<520, at: 610, ended: true)
        for count in 0..<60 { run.answer(count.isMultiple(of: 3) ? known : old) }
        #expect(run.now > .seconds(100))
        #expect(run.updates.count == 1)
        #expect(run.reloader.next != nil)
    }

    @Test(arguments: LiveProfile.allCases)
    func `after a pause, an end tag with dates that were set back is accepted after 40 seconds`(
        profile: LiveProfile
    ) {
        var run = ReloadRun(profile)
        run.answer(Self.dated(10..<16, at: 3600))
        run.reloader.suspend()
        _ = run.reloader.resume(at: .seconds(600))
        let ended = Self.dated(160..<166, at: 590, ended: true)
        var count = 0
        while run.reloader.next != nil, count < 2000 {
            run.answer(ended)
            count += 1
        }
        #expect(run.reloader.next == nil)
        #expect(run.reloader.playlist == ended)
        #expect(run.updates.count == 2)
        #expect(run.updates.last?.missing == 144)
        #expect(run.now >= .seconds(640) && run.now <= .seconds(645))
    }

    @Test
    func `an end tag in an older playlist ends the broadcast if each response has it for 40 s`() {
        var run = ReloadRun(.apple)
        run.answer(Self.dated(10..<16, at: 600))
        let ended = Self.dated(2..<8, at: 568, ended: true)
        while run.reloader.next != nil, run.now < .seconds(500) { run.answer(ended) }
        #expect(run.now >= .seconds(40) && run.now <= .seconds(45))
        #expect(run.reloader.playlist?.sequenceNumbers == 10..<16)
        #expect(run.reloader.playlist?.hasEndList == true)
    }

    @Test
    func `an end tag in a playlist of known segments ends the broadcast despite other dates`() {
        for second in [594, 596, 598] as [Double] {
            var run = ReloadRun(.apple)
            run.answer(Self.dated(10..<16, at: 600))
            let step = run.answer(Self.dated(9..<15, at: second, ended: true))
            #expect(step.update?.playlist.hasEndList == true)
            #expect(step.update?.playlist.sequenceNumbers == 10..<16)
        }
    }

    @Test(arguments: [1.0, 2, 5, -1, -5], ["s", "b"])
    func `playlists that alternate between the dates of two clocks are not a restart`(
        shift: Double, name: String
    ) {
        var run = ReloadRun(.apple)
        for number in 0..<40 {
            run.answer(Self.dated(10 + number..<16 + number, at: 600 + Double(number) * 4))
            run.answer(
                Self.dated(
                    9 + number..<15 + number, at: 596 + Double(number) * 4 + shift, name: name))
        }
        #expect(run.reloader.epoch == 0)
        #expect(run.sequences == Array(10..<50))
        #expect(!run.notices.contains(.restart))
    }

    @Test func `an empty playlist does not confirm a suspected restart`() {
        var run = ReloadRun(.apple)
        run.answer(Self.dated(500..<506, at: 600))
        while run.now < .seconds(100) {
            run.answer(.live(0..<0))
            run.answer(Self.dated(492..<498, at: 568))
        }
        #expect(run.reloader.epoch == 0)
        #expect(run.updates.count == 1)
    }
}
