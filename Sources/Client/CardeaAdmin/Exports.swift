// A back end that imports CardeaAdmin names secrets and transports without further imports.
@_exported public import CardeaSession
