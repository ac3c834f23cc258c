// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The differences of Apple's C library from Glibc.
@_exported import Glibc

public let SOCK_STREAM: Int32 = 1
public let SO_NOSIGPIPE: Int32 = 0x1022
