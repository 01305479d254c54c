export type { ApiKeyGrant, ApiKeyRecord } from './api-key.js';
export { authenticateByKeys, type KeyAuthOptions } from './api-keys.js';
export { type Authenticator, type CredentialRequest, noAuthentication } from './authenticator.js';
export { authenticateByJwt, type JwtOptions } from './jwt.js';
export { createKey, listKeys, revokeKey } from './key-file.js';
