/** What an authenticator is asked to sign: made here by the rules of the ledger, which its offline verifier goes by. */
export { decisionChallenge } from '@quadrivium/ledger/verify';
