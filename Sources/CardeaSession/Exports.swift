// An app that imports CardeaSession can write its requests without further imports.
@_exported public import HTTPMessages
@_exported public import HTTPTransport
