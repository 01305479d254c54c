/**
 * The two primitives a verifier needs. They come in as arguments, so that the same checks run in Node and in a browser
 * page that recomputes every hash itself.
 */
export interface VerifierCrypto {
  /** SHA-256 of the text's UTF-8 bytes, 64 lower-case hex digits. */
  sha256(text: string): Awaitable<string>;
  /** Whether `signature` is a valid Ed25519 signature of the text's UTF-8 bytes; keys and signatures in base64url. */
  verifyEd25519(publicKey: string, text: string, signature: string): Awaitable<boolean>;
}

export type Awaitable<T> = T | Promise<T>;
