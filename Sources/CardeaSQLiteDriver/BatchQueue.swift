internal import Glibc

/// A bounded queue between many threads that put in and one that takes out all there is at once.
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

    /// Waits until there is something, then takes all of it.
    ///
    /// - Parameter batch: Empty; its storage becomes the queue's, so that none is allocated as the two swap.
    /// - Returns: Whether there was anything: once closed and empty, never again.
    func takeAll(into batch: inout [Element]) -> Bool {
        awaitArrival()
        // Where processors are scarce, those go first who are about to put something in: a commit costs the same for
        // many as for one. Where one is free, this is no wait.
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

    /// Takes on nothing more; what is in it can still be taken.
    func close() {
        unsafe pthread_mutex_lock(mutex)
        isClosed = true
        unsafe pthread_cond_signal(arrival)
        unsafe pthread_mutex_unlock(mutex)
    }
}
