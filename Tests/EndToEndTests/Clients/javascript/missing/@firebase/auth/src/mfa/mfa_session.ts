// No test uses second factors.
export const enum MultiFactorSessionType {
  ENROLL = 'enroll',
  SIGN_IN = 'signin'
}
