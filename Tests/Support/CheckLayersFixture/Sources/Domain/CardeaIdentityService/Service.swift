import FoundationNetworking
import CardeaIdentityStore
import CardeaSQLiteDriver

/// A public declaration in a module that is not published.
public struct Service {}
