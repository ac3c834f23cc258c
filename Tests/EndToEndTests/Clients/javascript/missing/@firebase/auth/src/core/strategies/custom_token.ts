// Composed of the SDK's own parts: a token that a back end has signed.
import { _addTidIfNecessary, _performSignInRequest, Endpoint, HttpMethod } from '../../api';
import { OperationType } from '../../model/enums';
import { _castAuth } from '../auth/auth_impl';
import { UserCredentialImpl } from '../user/user_credential_impl';

export async function signInWithCustomToken(auth: any, token: string): Promise<any> {
  const internal = _castAuth(auth);
  const response: any = await _performSignInRequest(
    internal,
    HttpMethod.POST,
    Endpoint.SIGN_IN_WITH_CUSTOM_TOKEN,
    _addTidIfNecessary(internal, { token, returnSecureToken: true })
  );
  const credential = await UserCredentialImpl._fromIdTokenResponse(internal, OperationType.SIGN_IN, response);
  await internal._updateCurrentUser(credential.user);
  return credential;
}
