import CardeaCryptography
package import CardeaEncodings
package import Foundation

/// A page that a user is sent to, and what its callback is known by.
package protocol BrowserRequest: Sendable {
    /// The page to show to the user.
    var url: URL { get }
    /// Where the server sends the user back to.
    var redirect: URL { get }
    /// The value that the callback must repeat (RFC 6749 §4.1.1).
    var state: SessionSecret { get }
}

extension BrowserRequest {
    /// Whether a callback responds to this request, well or badly: it came to the right place with the right state.
    package func matches(_ callback: URL) -> Bool {
        (try? items(of: callback)) != nil
    }

    /// The items of a callback that responds to this request and reports no error.
    ///
    /// - Throws: `SignInError`: `foreignCallback` for one that responds to another request, `denied` and `rejected` for an error that the
    ///   server reports.
    package func successfulItems(of callback: URL) throws(SignInError) -> [ExactText: String] {
        let items = try items(of: callback)
        try rejectError(in: items)
        return items
    }

    /// The items of a callback that responds to this request.
    func items(of callback: URL) throws(SignInError) -> [ExactText: String] {
        guard callback.place.exact == redirect.place.exact else {
            throw SignInError(.foreignCallback, detail: "not the redirect address")
        }
        let query = callback.query(percentEncoded: true) ?? ""
        guard let pairs = FormCoding.decode(Array(query.utf8)) else {
            throw SignInError(.foreignCallback, detail: "an unreadable query")
        }
        // A name that occurs twice can mean two things to two readers (RFC 6749 §3.1).
        guard Set(pairs.map(\.name.exact)).count == pairs.count else {
            throw SignInError(.foreignCallback, detail: "a repeated query item")
        }
        let items = Dictionary(uniqueKeysWithValues: pairs.map { ($0.name.exact, $0.value) })
        guard ConstantTime.equal(Array((items["state"] ?? "").utf8), Array(state.reveal().utf8)) else {
            throw SignInError(.foreignCallback, detail: "another request's state, or none")
        }
        return items
    }

    /// - Throws: `denied` or `rejected` if the server reports an error (RFC 6749 §4.1.2.1).
    func rejectError(in items: [ExactText: String]) throws(SignInError) {
        guard let error = items["error"] else { return }
        // The text comes from a browser: only a code of the RFC is passed on.
        let isCode = error.utf8.allSatisfy { ASCII.isLowercase($0) || $0 == UInt8(ascii: "_") }
        let detail = isCode && error.utf8.count <= 64 ? error : "an unreadable error code"
        throw SignInError(error == "access_denied" ? .denied : .rejected, detail: detail)
    }
}

extension URL {
    /// The address without query and fragment.
    fileprivate var place: Substring {
        absoluteString.prefix { $0 != "?" && $0 != "#" }
    }
}
