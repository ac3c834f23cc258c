// Composed of the response that a credential of the SDK keeps.
export function getAdditionalUserInfo({ _tokenResponse: response }: any): any {
  return {
    isNewUser: !!response?.isNewUser || response?.kind === 'identitytoolkit#SignupNewUserResponse',
    providerId: response?.providerId ?? null,
    profile: response?.rawUserInfo ? JSON.parse(response.rawUserInfo) : null
  };
}
