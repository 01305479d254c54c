import type { VerifierCrypto } from './crypto.js';

/** The primitives from WebCrypto: works in browsers, workers and Node. */
export const webCrypto: VerifierCrypto = {
  async sha256(text) {
    const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },

  async verifyEd25519(publicKey, text, signature) {
    const rawKey = fromBase64Url(publicKey);
    const rawSignature = fromBase64Url(signature);
    if (rawKey?.length !== 32 || rawSignature?.length !== 64) return false;
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey('raw', rawKey, { name: 'Ed25519' }, false, ['verify']);
    return subtle.verify({ name: 'Ed25519' }, key, rawSignature, new TextEncoder().encode(text));
  },
};

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
