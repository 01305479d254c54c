/**
 * API keys for a server that a program starts over stdio: the key comes in the environment and stands for a person, whose
 * name is then in every event. Over HTTP the front asks for keys itself, and the gatekeeper only notes whom it refused.
 */
import { type Authenticator, Fault, type Identity, type Operation } from '@quadrivium/kernel';

/** Who is behind a call, or a fault when nobody may be. */
export type Identify = (found: Identity) => Identity | Promise<Identity>;

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

/** Refusals of the HTTP front carry the same codes as those over stdio, and are told before they are sent. */
export function tellingRefusals(authenticator: Authenticator, tell: (code: string) => void): Authenticator {
  return {
    ...authenticator,
    async authenticate(authorization) {
      try {
        return await authenticator.authenticate(authorization);
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== 'Unauthenticated') throw error;
        const code = error.context.reason === 'missing' ? 'AUTH_REQUIRED' : 'AUTH_INVALID';
        tell(code);
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

export const authKinds: ReadonlySet<string> = new Set(['AUTH_REQUIRED', 'AUTH_INVALID']);

/** The same tool for whoever the key stands for. The context keeps private parts, so it is looked through, not copied. */
export function behind(identify: Identify, tool: Operation): Operation {
  return {
    ...tool,
    async run(args, context) {
      const identity = await identify(context.identity);
      const seen = new Proxy(context, {
        get: (target, name) => (name === 'identity' ? identity : Reflect.get(target, name, target)),
      });
      return tool.run(args, seen);
    },
  };
}
