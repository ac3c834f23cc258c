// Values that compilers put into their place; the bundle has them in the code alone.
export const enum _TimeoutDuration {
  ACK = 50,
  COMPLETION = 3000,
  LONG_ACK = 800
}

export const enum _Status {
  ACK = 'ack',
  DONE = 'done'
}

export const enum _MessageError {
  CONNECTION_CLOSED = 'connection_closed',
  CONNECTION_UNAVAILABLE = 'connection_unavailable',
  INVALID_RESPONSE = 'invalid_response',
  TIMEOUT = 'timeout',
  UNKNOWN = 'unknown_error',
  UNSUPPORTED_EVENT = 'unsupported_event'
}

export const enum _EventType {
  KEY_CHANGED = 'keyChanged',
  PING = 'ping'
}
