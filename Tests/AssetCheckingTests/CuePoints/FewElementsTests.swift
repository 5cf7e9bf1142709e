import Testing

@testable import AssetChecking

/// The list type that holds the findings about a cue point.
@Suite struct FewElementsTests {
    @Test(arguments: 0...4)
    func `a FewElements list has the appended elements in order`(count: Int) {
        var list = FewElements<Int>.none
        for element in 0..<count { list.append(10 + element) }
        #expect(list.count == count)
        #expect(list.isEmpty == (count == 0))
        #expect(Array(list) == (0..<count).map { 10 + $0 })
        #expect(list.first == (count == 0 ? nil : 10))
        #expect(list.last == (count == 0 ? nil : 9 + count))
    }

    @Test func `a copy does not change with the original`() {
        var list = FewElements.several(["a", "b"])
        let copy = list
        list.append("c")
        #expect(Array(copy) == ["a", "b"])
        #expect(Array(list) == ["a", "b", "c"])
    }
}
