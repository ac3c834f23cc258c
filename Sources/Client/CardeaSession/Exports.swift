// An app that imports CardeaSession can write its requests without further imports.
@_exported public import CardeaHTTPMessages
@_exported public import CardeaHTTPTransport
#if os(Linux)
@_exported public import CardeaCurlTransport
#else
@_exported public import CardeaURLSessionTransport
#endif
