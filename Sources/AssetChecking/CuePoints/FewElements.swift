/// A list that allocates memory only when it has more than one element.
///
/// It is for lists that rarely have more than one element.
enum FewElements<Element> {
    /// The empty list.
    case none
    /// A list of one element.
    case one(Element)
    /// A list of at least two elements.
    case several([Element])

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        switch self {
        case .none: self = .one(element)
        case .one(let first): self = .several([first, element])
        case .several(var elements):
            // The list is set to the empty case first, so that `elements` is the only reference to
            // the array and appending does not copy it.
            self = .none
            elements.append(element)
            self = .several(elements)
        }
    }
}

extension FewElements: RandomAccessCollection {
    /// The index of the first element, which is zero.
    var startIndex: Int { 0 }

    /// The number of elements.
    var endIndex: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .several(let elements): elements.count
        }
    }

    /// The element at an index.
    ///
    /// - Parameter index: An index within the list, counted from zero.
    subscript(index: Int) -> Element {
        switch self {
        case .one(let element) where index == 0: element
        case .several(let elements): elements[index]
        case .none, .one: preconditionFailure("a place within the list")
        }
    }
}
