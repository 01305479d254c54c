/**
 * The claims that nsc would make for an operator with one account and one user: JSON Web Tokens, each signed with the NKey of whoever is
 * above (the format is that of NATS, version 2 of its claims).
 */
import { createHash } from 'node:crypto';
import { nkeys } from '@nats-io/nats-core';

type Key = ReturnType<typeof nkeys.createUser>;

const everything = { subs: -1, data: -1, payload: -1 };
const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
const anyNumber = { conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true };

function signed(by: Key, subject: string, name: string, nats: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = { iat: 1_767_225_600, iss: by.getPublicKey(), name, sub: subject, nats: { version: 2, ...nats } };
  const jti = createHash('sha256').update(JSON.stringify(issued)).digest('hex');
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ jti, ...issued })}`;
  return `${text}.${Buffer.from(by.sign(new TextEncoder().encode(text))).toString('base64url')}`;
}

/** A file of credentials for a new user whose claim an account signed. */
export async function credentialsOf(account: string, by: Key = nkeys.createAccount()): Promise<string> {
  const user = nkeys.createUser();
  const claim = { type: 'user', ...everything, pub: {}, sub: {}, issuer_account: account };
  const jwt = signed(by, user.getPublicKey(), 'cobre', claim);
  const seed = new TextDecoder().decode(user.getSeed());
  const framed = (what: string, text: string) => `-----BEGIN ${what}-----\n${text}\n------END ${what}------\n`;
  return `${framed('NATS USER JWT', jwt)}\n${framed('USER NKEY SEED', seed)}`;
}

export async function claimsOf() {
  const [operator, account, system] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
  const claim = (key: Key, name: string, limits: object) => {
    const nats = { type: 'account', limits: { ...everything, ...anyNumber, ...limits } };
    return [key.getPublicKey(), signed(operator, key.getPublicKey(), name, nats)] as const;
  };
  return {
    operator: signed(operator, operator.getPublicKey(), 'operator', { type: 'operator' }),
    account: account.getPublicKey(),
    systemAccount: system.getPublicKey(),
    preloaded: [claim(account, 'cobre', storage), claim(system, 'system', {})],
    user: await credentialsOf(account.getPublicKey(), account),
  };
}
