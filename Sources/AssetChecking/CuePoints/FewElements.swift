/// A list that rarely has more than one element, and allocates nothing until it has.
enum FewElements<Element> {
    case none
    case one(Element)
    case several([Element])

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        switch self {
        case .none: self = .one(element)
        case .one(let first): self = .several([first, element])
        case .several(var elements):
            // Nothing else holds the elements while they grow.
            self = .none
            elements.append(element)
            self = .several(elements)
        }
    }
}

extension FewElements: RandomAccessCollection {
    var startIndex: Int { 0 }

    var endIndex: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .several(let elements): elements.count
        }
    }

    subscript(index: Int) -> Element {
        switch self {
        case .one(let element) where index == 0: element
        case .several(let elements): elements[index]
        case .none, .one: preconditionFailure("a place within the list")
        }
    }
}

extension FewElements: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) {
        self = .none
        for element in elements { append(element) }
    }
}
