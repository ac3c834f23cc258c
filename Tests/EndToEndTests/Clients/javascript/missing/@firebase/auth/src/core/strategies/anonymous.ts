// Composed of the SDK's own parts: sign-up without a credential.
import { signUp } from '../../api/authentication/sign_up';
import { OperationType } from '../../model/enums';
import { _castAuth } from '../auth/auth_impl';
import { UserCredentialImpl } from '../user/user_credential_impl';

export async function signInAnonymously(auth: any): Promise<any> {
  const internal = _castAuth(auth);
  await internal._initializationPromise;
  if (internal.currentUser?.isAnonymous) {
    return new UserCredentialImpl({
      user: internal.currentUser as any,
      providerId: null,
      operationType: OperationType.SIGN_IN
    });
  }
  const response = await signUp(internal, { returnSecureToken: true });
  const credential = await UserCredentialImpl._fromIdTokenResponse(
    internal,
    OperationType.SIGN_IN,
    response,
    true
  );
  await internal._updateCurrentUser(credential.user);
  return credential;
}
