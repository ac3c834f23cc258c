// An app that imports Cardea names profiles, stores and requests without further imports.
@_exported public import CardeaSession
