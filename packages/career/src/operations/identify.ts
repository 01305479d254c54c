/**
 * API keys for a server that a program starts over stdio: the key comes in the environment and stands for a person, whose
 * name is then in every event. Over HTTP the front asks for keys itself, and refuses in the same words.
 */
import { type Authenticator, Fault, type ServerDefinition } from '@quadrivium/kernel';

export type Identify = NonNullable<ServerDefinition['identify']>;

export function identifyByKey(authenticator: Authenticator, key: string | undefined): Identify {
  return async (found) => {
    if (found.via !== 'local') return found;
    try {
      return await authenticator.authenticate(key === undefined || key === '' ? undefined : `Bearer ${key}`);
    } catch (cause) {
      throw refusal(key === undefined || key === '', cause);
    }
  };
}

function refusal(missing: boolean, cause: unknown): Fault {
  const suggestion = 'Start the server with a key of this server in CAREER_API_KEY (career-mcp keys create makes one).';
  return missing
    ? new Fault('AUTH_REQUIRED', 'This server needs an API key.', { suggestion, cause })
    : new Fault('AUTH_INVALID', 'The API key is not valid.', { suggestion, cause });
}

/** Refusals of the HTTP front carry the same codes as those over stdio, in answers and in the record. */
export function namingRefusals(authenticator: Authenticator): Authenticator {
  return {
    ...authenticator,
    async authenticate(authorization) {
      try {
        return await authenticator.authenticate(authorization);
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== 'Unauthenticated') throw error;
        const code = error.context.reason === 'missing' ? 'AUTH_REQUIRED' : 'AUTH_INVALID';
        const { message, context, suggestion, cause } = error;
        throw new Fault('Unauthenticated', message, {
          context: { ...context, code },
          ...(suggestion === undefined ? {} : { suggestion }),
          cause,
        });
      }
    },
  };
}

export function isAuthRefusal(kind: string): boolean {
  return kind === 'AUTH_REQUIRED' || kind === 'AUTH_INVALID';
}
