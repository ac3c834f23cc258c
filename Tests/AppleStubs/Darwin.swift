// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Apple's C library says otherwise than Glibc.
@_exported import Glibc

public let SOCK_STREAM: Int32 = 1
public let SO_NOSIGPIPE: Int32 = 0x1022
