// An app that imports CardeaSession can write its requests without further imports.
@_exported public import HTTPMessages
@_exported public import HTTPTransport
#if os(Linux)
@_exported public import CurlTransport
#else
@_exported public import URLSessionTransport
#endif
