// The names of swift-http-types, so that a test can import them beside this package's.

public enum HTTPField {}
public enum HTTPFields {}
public enum HTTPRequest {}
public enum HTTPResponse {}
