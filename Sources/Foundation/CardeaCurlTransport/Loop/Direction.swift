#if canImport(CCardeaCurl)
import CCardeaCurl

/// The ways in which an exchange can be at rest, by libcurl's bits.
struct Direction: OptionSet, Sendable {
    let rawValue: Int32

    static let receiving = Self(rawValue: CURLPAUSE_RECV)
    static let sending = Self(rawValue: CURLPAUSE_SEND)
}
#endif
