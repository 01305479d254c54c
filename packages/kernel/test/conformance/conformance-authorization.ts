import {
  type AssertionCallback,
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { ConnectOptions } from '../../src/client/index.js';

/** What the suite hands to a scenario, such as credentials that were agreed on beforehand. */
export interface ScenarioContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
  readonly toolCalls?: { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

const REDIRECT = 'http://localhost:3000/callback';
/** Where the suite expects our metadata document to live; nothing is fetched from there. */
const METADATA_URL = 'https://conformance-test.local/client-metadata.json';

export function authorizationFor(
  scenario: string,
  context: ScenarioContext,
): Pick<ConnectOptions, 'authProvider' | 'authorizationCallback'> {
  const { client_id: clientId = '', client_secret: clientSecret = '', private_key_pem: privateKey = '' } = context;
  if (scenario === 'auth/client-credentials-basic') {
    return { authProvider: new ClientCredentialsProvider({ clientId, clientSecret }) };
  }
  if (scenario === 'auth/client-credentials-jwt') {
    const algorithm = context.signing_algorithm ?? 'ES256';
    return { authProvider: new PrivateKeyJwtProvider({ clientId, privateKey, algorithm }) };
  }
  if (scenario === 'auth/enterprise-managed-authorization') {
    return { authProvider: new CrossAppAccessProvider({ clientId, clientSecret, assertion: employeeGrant(context) }) };
  }
  const registered = clientId === '' ? undefined : { client_id: clientId, client_secret: clientSecret };
  const authProvider = new ObedientPerson(registered);
  if (scenario.startsWith('auth/dpop')) authProvider.bindTokens();
  return { authProvider, authorizationCallback: async () => authProvider.callback };
}

/** Trades the identity that the company's own server has confirmed for a grant at the authorization server. */
function employeeGrant(context: ScenarioContext): AssertionCallback {
  const { idp_client_id: clientId = '', idp_id_token: idToken = '', idp_token_endpoint: tokenEndpoint = '' } = context;
  return async ({ authorizationServerUrl: audience, resourceUrl: resource }) => {
    const granted = await requestJwtAuthorizationGrant({ tokenEndpoint, audience, resource, idToken, clientId });
    return granted.jwtAuthGrant;
  };
}

/** A person who follows every authorization link at once and agrees; what it learns is kept per authorization server. */
class ObedientPerson implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadataUrl = METADATA_URL;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'quadrivium-conformance',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  readonly #registered: StoredOAuthClientInformation | undefined;
  readonly #clients = new Map<string, StoredOAuthClientInformation>();
  readonly #tokens = new Map<string, StoredOAuthTokens>();
  #latest: StoredOAuthTokens | undefined;
  #verifier = '';
  callback = new URLSearchParams();
  dpop?: () => Promise<DpopSession>;

  constructor(registered: StoredOAuthClientInformation | undefined) {
    this.#registered = registered;
  }

  /** From now on tokens are only good together with a key of ours (RFC 9449). */
  bindTokens(): void {
    const session = DpopSession.create();
    this.dpop = () => session;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    return this.#clients.get(context?.issuer ?? '') ?? this.#registered;
  }

  saveClientInformation(client: StoredOAuthClientInformation, context?: OAuthClientInformationContext): void {
    this.#clients.set(context?.issuer ?? '', client);
  }

  tokens(context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    return context === undefined ? this.#latest : this.#tokens.get(context.issuer);
  }

  saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): void {
    this.#latest = tokens;
    this.#tokens.set(context?.issuer ?? '', tokens);
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    const response = await fetch(address, { redirect: 'manual' });
    this.callback = new URL(response.headers.get('location') ?? REDIRECT).searchParams;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}
