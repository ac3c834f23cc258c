#if os(Linux)
import CurlTransport
#else
import URLSessionTransport
#endif

/// The transport that suits the system.
public enum SystemTransport {
    /// A new transport: libcurl on Linux, URLSession on Apple systems.
    public static func make() -> any HTTPTransport {
        #if os(Linux)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }
}
