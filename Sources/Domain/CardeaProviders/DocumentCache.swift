import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaLocks

/// Documents of other servers, by URL: read once, read again after a time, and kept for a while if their server is down.
final class DocumentCache<Document: Sendable>: Sendable {
    /// The time for which a document is used without a look for a newer one.
    private static var lifetime: TimeSpan { .hours(1) }
    /// The time for which a document is used if its server does not respond.
    private static var grace: TimeSpan { .hours(24) }
    /// The shortest time between a failure and the next request for a document.
    private static var pause: TimeSpan { .seconds(30) }
    /// The time after which one more document may lack what was looked for.
    private static var vainInterval: TimeSpan { .seconds(1) }
    /// The largest number of requests at once whose documents lack what was looked for.
    private static var maximumVain: Int64 { 10 }
    /// The largest number of documents.
    private static var capacity: Int { 1000 }

    private struct Entry {
        var document: Document?
        var readAt: Timestamp?
        var triedAt: Timestamp
        var task: Task<Result<Document, ProviderError>, Never>?
        var lastError: ProviderError?
        /// When no request counts any more whose document lacked what was looked for; each counts for `vainInterval`.
        var vainUntil = Timestamp(milliseconds: 0)
    }

    private let clock: any WallClock
    private let fetch: @Sendable (String) async throws(ProviderError) -> Document
    private let entries = Mutex<[ExactText: Entry]>([:])

    init(
        clock: any WallClock,
        fetch: @escaping @Sendable (String) async throws(ProviderError) -> Document
    ) {
        self.clock = clock
        self.fetch = fetch
    }

    /// A document.
    ///
    /// Callers that come at the same time share one request. After a failure no request is sent for a while. Requests whose
    /// document does not suffice are limited, and no others: forged tokens do not delay a new key.
    ///
    /// - Parameters:
    ///   - url: Its URL.
    ///   - suffices: Whether a document that was read before is enough; if not, it is read again.
    ///   - beforeWait: Runs before a wait for the server of the document.
    /// - Returns: The document, which may be an older one if its server does not respond.
    /// - Throws: `.unavailable` if the document cannot be read, and the cache has no copy; also the errors of `beforeWait`.
    func document(
        _ url: String,
        suffices: @Sendable (Document) -> Bool = { _ in true },
        beforeWait: () throws(ProviderError) -> Void
    ) async throws(ProviderError) -> Document {
        // A request of another caller may have read the document before it was changed.
        var requestsLeft = 2
        while true {
            let now = clock.steady()
            let found = entries.withLock { Self.look(&$0, url, now, suffices) { self.begin(url) } }
            guard let task = found.task else {
                if let kept = found.kept { return kept }
                throw (found.error ?? .unavailable("\(url) was not read")).notBefore(remainingPause(url))
            }
            try beforeWait()
            let document: Document
            do throws(ProviderError) {
                document = try await task.value.get()
            } catch {
                guard let kept = found.kept else { throw error.notBefore(remainingPause(url)) }
                return kept
            }
            requestsLeft -= 1
            if suffices(document) { return document }
            if found.isOwn { countVain(url) }
            if found.isOwn || requestsLeft == 0 { return document }
        }
    }

    private func countVain(_ url: String) {
        let now = clock.steady()
        entries.withLock { entries in
            guard let until = entries[url.exact]?.vainUntil else { return }
            entries[url.exact]?.vainUntil = max(until, now) + Self.vainInterval
        }
    }

    /// A document that is requested now, whatever the cache has; others use it from then on.
    ///
    /// - Throws: `.unavailable` if the document cannot be read; the cache keeps its copy.
    func reread(_ url: String) async throws(ProviderError) -> Document {
        // An earlier request may have read the document before it was corrected.
        if let earlier = entries.withLock({ $0[url.exact]?.task }) { _ = await earlier.value }
        let now = clock.steady()
        let task = entries.withLock { entries in
            entries[url.exact]?.task ?? Self.start(&entries, url, now) { self.begin(url) }
        }
        return try await task.value.get()
    }

    /// The time for which a failure is remembered from now on.
    private func remainingPause(_ url: String) -> TimeSpan {
        let triedAt = entries.withLock { $0[url.exact]?.triedAt }
        return triedAt.map { $0 + Self.pause - clock.steady() } ?? .zero
    }

    /// The document or the request that the cache has for a caller.
    private struct Found {
        var kept: Document?
        /// The request to wait for.
        var task: Task<Result<Document, ProviderError>, Never>?
        /// Whether the request was begun for this caller.
        var isOwn = false
        var error: ProviderError?
    }

    private static func look(
        _ entries: inout [ExactText: Entry],
        _ url: String,
        _ now: Timestamp,
        _ suffices: (Document) -> Bool,
        _ begin: () -> Task<Result<Document, ProviderError>, Never>
    ) -> Found {
        let present = entries[url.exact]
        let isKept = present?.readAt.map { now - $0 < grace } ?? false
        let kept = isKept ? present?.document : nil
        let isEnough = kept.map(suffices) ?? false
        let isFresh = present?.readAt.map { now - $0 < lifetime } ?? false
        if isEnough, isFresh { return Found(kept: kept) }
        // A document that is enough is used while it is read again: a slow server delays no sign-in.
        if let task = present?.task { return Found(kept: kept, task: isEnough ? nil : task) }
        if let present, !mayRequest(present, isFresh, now) {
            return Found(kept: kept, error: present.lastError)
        }
        let task = start(&entries, url, now, begin)
        return Found(kept: kept, task: isEnough ? nil : task, isOwn: true)
    }

    private static func mayRequest(_ present: Entry, _ isFresh: Bool, _ now: Timestamp) -> Bool {
        guard isFresh, present.lastError == nil else { return now - present.triedAt >= pause }
        return present.vainUntil - now < TimeSpan(milliseconds: vainInterval.milliseconds * maximumVain)
    }

    /// Begins a request, and remembers it for others that want the document.
    private static func start(
        _ entries: inout [ExactText: Entry],
        _ url: String,
        _ now: Timestamp,
        _ begin: () -> Task<Result<Document, ProviderError>, Never>
    ) -> Task<Result<Document, ProviderError>, Never> {
        if entries.count >= capacity, entries[url.exact] == nil {
            entries = entries.filter { $1.task != nil }
        }
        let task = begin()
        let present = entries[url.exact]
        entries[url.exact] = Entry(
            document: present?.document,
            readAt: present?.readAt,
            triedAt: now,
            task: task,
            lastError: present?.lastError,
            vainUntil: present?.vainUntil ?? now
        )
        return task
    }

    private func begin(_ url: String) -> Task<Result<Document, ProviderError>, Never> {
        Task {
            let result: Result<Document, ProviderError>
            do throws(ProviderError) {
                result = .success(try await fetch(url))
            } catch {
                result = .failure(error)
            }
            let now = clock.steady()
            entries.withLock { entries in
                entries[url.exact]?.task = nil
                switch result {
                case .success(let document):
                    entries[url.exact]?.document = document
                    entries[url.exact]?.readAt = now
                    entries[url.exact]?.lastError = nil
                case .failure(let error): entries[url.exact]?.lastError = error
                }
            }
            return result
        }
    }
}
