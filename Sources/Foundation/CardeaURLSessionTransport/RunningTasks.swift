import Foundation
import CardeaHTTPTransport
import CardeaLocks
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the events of all tasks of a session, and forwards each to its exchange.
final class RunningTasks: NSObject, URLSessionDataDelegate {
    private let exchanges = Mutex<[Int: TaskExchange]>([:])
    private let pinnedKeys: PinnedKeys
    private let onTLSChallenge: URLSessionTransport.ChallengeHandler?
    private let onMetrics: (@Sendable (URLSessionTaskMetrics) -> Void)?

    init(_ configuration: URLSessionTransport.Configuration) {
        pinnedKeys = PinnedKeys(configuration.pinnedKeys)
        onTLSChallenge = configuration.onTLSChallenge
        onMetrics = configuration.onMetrics
    }

    func add(_ exchange: TaskExchange) {
        exchanges.withLock { $0[exchange.task.taskIdentifier] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> TaskExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.noteSent()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        // With a rejected redirect some systems hand the response over only here.
        if error == nil, let response = task.response { exchange?.receive(response) }
        exchange?.complete(error)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        let isOfServer = space.authenticationMethod == NSURLAuthenticationMethodServerTrust
        if isOfServer, !pinnedKeys.isEmpty, !pinnedKeys.contain(keyOf: space.serverTrust) {
            exchange(of: task)?.cancel(.keyNotPinned)
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        let isOfClient = space.authenticationMethod == NSURLAuthenticationMethodClientCertificate
        guard let onTLSChallenge, isOfServer || isOfClient else {
            return completionHandler(.performDefaultHandling, nil)
        }
        onTLSChallenge(challenge, completionHandler)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        onMetrics?(metrics)
    }
    #endif
}
