public import Foundation
import CardeaHTTPMessages

extension CardeaResponse {
    /// When the server responded, by its own clock (`Date`, RFC 9110 §6.6.1).
    ///
    /// `nil` without that field, and for a response from a cache (`Age`, RFC 9111 §5.1).
    public var date: Date? {
        guard fields[.age].map({ $0 == "0" }) ?? true else { return nil }
        return fields[.date].flatMap(HTTPDate.parse)
    }
}
