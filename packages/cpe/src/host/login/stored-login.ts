import type { OAuthClientProvider } from '@quadrivium/kernel/client';
import type { ClientInformation, Login, LoginStore, Tokens } from './login-store.js';

export interface LoginSetup {
  readonly store: LoginStore;
  /** The address of the server. */
  readonly url: string;
  /** Where the browser comes back to; that of the stored login when nobody is there to use one. */
  readonly redirectUrl?: string;
  /** Told to the authorization server and expected back. */
  readonly state?: string;
  readonly scope?: string | undefined;
  /** For authorization servers that register nobody by themselves. */
  readonly client?: ClientInformation | undefined;
  readonly onAddress?: (address: URL) => void;
}

/** Nobody listens there; it only has to be one that the authorization server would take. */
const NOWHERE = 'http://127.0.0.1/callback';

/**
 * The authorization code flow with PKCE, as the protocol library asks its questions. Tokens are renewed by the library and
 * kept here; without `onAddress` nobody can be asked to log in, and a server that wants that refuses.
 */
export class StoredLogin implements OAuthClientProvider {
  readonly #setup: LoginSetup;
  #login: Login;
  #verifier = '';

  constructor(setup: LoginSetup) {
    this.#setup = setup;
    const known = setup.store.read(setup.url);
    // A registration is for one place to come back to, so a new place needs a new one.
    const isSame = setup.redirectUrl === undefined || setup.redirectUrl === known?.redirectUrl;
    this.#login = isSame && known !== undefined ? known : { url: setup.url, redirectUrl: setup.redirectUrl ?? NOWHERE };
  }

  get redirectUrl(): string {
    return this.#login.redirectUrl ?? NOWHERE;
  }

  get clientMetadata() {
    const { scope } = this.#setup;
    return {
      client_name: 'cpe',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return this.#setup.state ?? '';
  }

  clientInformation(): ClientInformation | undefined {
    return this.#login.client ?? this.#setup.client;
  }

  saveClientInformation(client: ClientInformation): void {
    this.#login = { ...this.#login, client };
  }

  tokens(): Tokens | undefined {
    return this.#login.tokens;
  }

  saveTokens(tokens: Tokens): void {
    this.#login = { ...this.#login, tokens };
    this.#setup.store.write(this.#login);
  }

  redirectToAuthorization(address: URL): void {
    this.#setup.onAddress?.(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** The authorization server no longer knows us or our tokens. */
  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    const { client: _client, tokens: _tokens, ...rest } = this.#login;
    if (what === 'all' || what === 'client') this.#login = rest;
    if (what === 'tokens' && this.#login.client !== undefined) this.#login = { ...rest, client: this.#login.client };
    else if (what === 'tokens') this.#login = rest;
  }
}
