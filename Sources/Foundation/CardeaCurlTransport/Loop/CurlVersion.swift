#if canImport(CCardeaCurl)
import CCardeaCurl

/// A release of libcurl.
struct CurlVersion {
    /// Two hexadecimal digits for each part: 0x07_58_01 is 7.88.1.
    let number: UInt32

    /// That of the library in this process, which may be another than it was built with.
    static let running = CurlVersion(number: unsafe curl_version_info(CURLVERSION_FIRST).pointee.version_num)

    /// Whether an HTTP/2 exchange can be paused, for the server or for its reader.
    ///
    /// Releases before 8.3.0 keep a processor busy meanwhile, or wait forever (curl issues 7821, 10618, 11242, 11426).
    /// 7.88.1 lost some of a few hundred responses that were read slowly over one connection.
    var waitsOverHTTP2: Bool { number >= 0x08_03_00 }
}
#endif
