import Testing
import VirtualTime

@Suite struct FirstPlaceTests {
    @Test func `bisection agrees with a linear search`() {
        for count in 0..<20 {
            let numbers = (0..<count).map { $0 / 3 }
            for limit in -1...8 {
                let expected = numbers.firstIndex { $0 >= limit } ?? count
                #expect(numbers.firstPlace { $0 >= limit } == expected)
                let slice = numbers.dropFirst(2)
                let first = slice.firstIndex { $0 >= limit } ?? slice.endIndex
                #expect(slice.firstPlace { $0 >= limit } == first)
            }
        }
    }

    @Test func `a long list takes few comparisons`() {
        var looks = 0
        let place = (0..<1_000_000).firstPlace { number in
            looks += 1
            return number >= 777_777
        }
        #expect(place == 777_777)
        #expect(looks <= 20)
    }
}
