#if os(Linux)
/// The transport that suits the system: libcurl on Linux, URLSession on Apple systems.
public typealias SystemTransport = CurlTransport
#else
/// The transport that suits the system: URLSession on Apple systems, libcurl on Linux.
public typealias SystemTransport = URLSessionTransport
#endif
