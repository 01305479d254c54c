/** What we use of the client of NATS, in a module of our own, so that it is loaded by those who ask for it only. */
export { StorageType } from '@nats-io/jetstream';
export { Objm } from '@nats-io/obj';
export { connect, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
