/// A queue that allows to remove any element; every operation takes constant time.
struct LinkedQueue<Element> {
    /// The place of an element, valid until the element is removed.
    typealias Place = Int

    private struct Node {
        var element: Element?
        var previous: Place?
        var next: Place?
    }

    private var nodes: [Node] = []
    private var vacant: [Place] = []
    private var first: Place?
    private var last: Place?

    var count: Int { nodes.count - vacant.count }
    var isEmpty: Bool { first == nil }
    var firstElement: Element? { first.flatMap { nodes[$0].element } }
    var lastElement: Element? { last.flatMap { nodes[$0].element } }

    /// Adds an element behind all others.
    mutating func append(_ element: Element) -> Place {
        let node = Node(element: element, previous: last, next: nil)
        let place = vacant.popLast() ?? nodes.count
        if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
        if let last { nodes[last].next = place } else { first = place }
        last = place
        return place
    }

    init() {}

    mutating func popFirst() -> Element? { first.flatMap { take($0) } }
    mutating func popLast() -> Element? { last.flatMap { take($0) } }

    /// Removes the element at a place; `nil` if the place is empty.
    mutating func take(_ place: Place) -> Element? {
        let node = nodes[place]
        guard let element = node.element else { return nil }
        if let previous = node.previous { nodes[previous].next = node.next } else { first = node.next }
        if let next = node.next { nodes[next].previous = node.previous } else { last = node.previous }
        nodes[place] = Node()
        vacant.append(place)
        return element
    }
}
