#if canImport(CCardeaCurl)
import CCardeaCurl

/// A release of libcurl.
struct CurlVersion {
    /// Two hexadecimal digits for each part: 0x07_58_01 is 7.88.1.
    let number: UInt32

    /// That of the library in this process, which may be another than it was built with.
    static let running = CurlVersion(number: unsafe curl_version_info(CURLVERSION_FIRST).pointee.version_num)

    /// Whether an exchange over HTTP/2 can wait: for the server to take more of its content, or for its reader.
    ///
    /// In releases before 8.3.0 it keeps a processor busy meanwhile, or waits for ever (issues 7821, 10618, 11242, 11426
    /// of curl). Of a few hundred answers that were read slowly over one connection, 7.88.1 forgot some.
    var waitsOverHTTP2: Bool { number >= 0x08_03_00 }
}
#endif
