internal import Glibc

/// A bounded queue: many threads append, and one thread removes all elements at once.
@safe final class BatchQueue<Element: Sendable>: @unchecked Sendable {
    enum Admission {
        case accepted
        case full
        case closed
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe arrival.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(arrival, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(arrival)
        unsafe pthread_mutex_destroy(mutex)
        unsafe arrival.deallocate()
        unsafe mutex.deallocate()
    }

    func put(_ element: Element) -> Admission {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard !isClosed else { return .closed }
        guard elements.count < capacity else { return .full }
        elements.append(element)
        if elements.count == 1 { unsafe pthread_cond_signal(arrival) }
        return .accepted
    }

    /// Waits for elements, then removes all of them.
    ///
    /// - Parameter batch: Empty; its storage becomes the queue's: the two are swapped, so that neither allocates memory.
    /// - Returns: `false` if the queue is closed and empty.
    func takeAll(into batch: inout [Element]) -> Bool {
        awaitArrival()
        // If processors are busy, threads that are about to append run first: a commit of many costs no more than one of a
        // single transaction. If a processor is free, this takes no time.
        sched_yield()
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        swap(&elements, &batch)
        return !batch.isEmpty
    }

    private func awaitArrival() {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while elements.isEmpty, !isClosed { unsafe pthread_cond_wait(arrival, mutex) }
    }

    /// Closes the queue for new elements; those in it can still be removed.
    func close() {
        unsafe pthread_mutex_lock(mutex)
        isClosed = true
        unsafe pthread_cond_signal(arrival)
        unsafe pthread_mutex_unlock(mutex)
    }
}
