import HeadlessPlaybackTesting
import TestSupport
import XCTest

/// `HeadlessPlaybackTesting` in tests written with XCTest.
final class XCTestUseTests: XCTestCase {
    func testScenarioThatHolds() throws {
        try Scenario("mid-roll", playing: SampleMedia.single.path) {
            cuePoint(at: 5, "mid-roll")
            pause(at: .position(6))
            play(at: .after(1))
            expect(.everyCuePointOnce, .end(true))
        }.check()
    }

    func testScenarioThatDoesNotHoldSaysWhy() {
        let scenario = Scenario("mid-roll", playing: SampleMedia.single.path) {
            cuePoint(at: 5, "mid-roll")
            expect(.noCuePoints)
        }
        XCTAssertThrowsError(try scenario.check()) { error in
            XCTAssertTrue("\(error)".contains("expected: no cue point"), "\(error)")
            XCTAssertTrue("\(error)".contains("> "), "\(error)")
        }
    }

    func testAdvancing() throws {
        let controller = PlaybackController()
        controller.autoPlay = true
        controller.setVideos([SampleMedia.single.video()])
        try controller.advance(until: .position(3))
        XCTAssertEqual(controller.currentSession?.position, .seconds(3))
    }
}
