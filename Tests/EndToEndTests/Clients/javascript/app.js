// An app that uses the SDK as its documentation says. The tests call what stands here, and `sdk`.
"use strict";

const app = sdk.initializeApp(settings.app);
const auth = sdk.getAuth(app);
if (settings.tenant) auth.tenantId = settings.tenant;
if (settings.direct) {
  auth.config.apiHost = settings.app.authDomain;
  auth.config.tokenApiHost = settings.app.authDomain;
  auth.settings.appVerificationDisabledForTesting = true;
} else {
  sdk.connectAuthEmulator(auth, settings.server, { disableWarnings: true });
}

// What listeners were told, as user IDs.
const states = [];
const tokens = [];
sdk.onAuthStateChanged(auth, user => states.push(user && user.uid));
sdk.onIdTokenChanged(auth, user => tokens.push(user && user.uid));

function describe(error) {
  const { code, message, customData, stack } = error;
  const response = customData && customData._tokenResponse;
  return { code, message: message || String(error), stack, email: customData && customData.email, response };
}

function describeUser(user) {
  if (!user) return null;
  const { uid, email, emailVerified, displayName, phoneNumber, isAnonymous, tenantId, providerData } = user;
  return {
    uid, email, emailVerified, displayName, phoneNumber, isAnonymous, tenantId,
    providerEmails: Object.fromEntries(providerData.map(({ providerId, email }) => [providerId, email])),
    providers: providerData.map(({ providerId }) => providerId).sort()
  };
}

function describeCredential(credential) {
  if (!credential) return null;
  const info = sdk.getAdditionalUserInfo(credential);
  return {
    user: describeUser(credential.user), operation: credential.operationType, provider: credential.providerId,
    isNew: info.isNewUser
  };
}

// Lets the clock of the app, which the SDK reads, run ahead.
const realNow = Date.now;
function advance(milliseconds) {
  Date.now = () => realNow() + milliseconds;
}
