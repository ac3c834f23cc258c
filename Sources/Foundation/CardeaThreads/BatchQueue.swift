/// A bounded queue: many threads append, and one thread removes all elements at once.
package final class BatchQueue<Element: Sendable>: Sendable {
    /// The result of `put`.
    package enum Admission: Sendable {
        case accepted
        case full
        case closed
    }

    private struct State {
        var elements: [Element] = []
        var isClosed = false
    }

    private let capacity: Int
    private let state = Monitor(State())

    /// - Parameter capacity: The largest number of elements that may wait.
    package init(capacity: Int) { self.capacity = capacity }

    /// Appends an element.
    package func put(_ element: Element) -> Admission {
        state.change { state in
            guard !state.isClosed else { return .closed }
            guard state.elements.count < capacity else { return .full }
            state.elements.append(element)
            return .accepted
        }
    }

    /// Waits for elements, then removes all of them.
    ///
    /// - Parameter batch: Empty; its storage becomes the queue's: the two are swapped, so that neither allocates memory.
    /// - Returns: `false` if the queue is closed and empty.
    package func takeAll(into batch: inout [Element]) -> Bool {
        state.wait { state in state.elements.isEmpty && !state.isClosed ? nil : () }
        // If processors are busy, threads that are about to append run first: a commit of many costs no more than one of a
        // single transaction. If a processor is free, this takes no time.
        OSThread.yield()
        state.change { swap(&$0.elements, &batch) }
        return !batch.isEmpty
    }

    /// Closes the queue for new elements; those in it can still be removed.
    package func close() {
        state.change(wakingAll: true) { $0.isClosed = true }
    }
}
