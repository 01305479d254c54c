import type { Answer, Arguments, Command, Flags, Given } from '@quadrivium/kernel/shell';
import { type GlobalOptions, portariumCommand } from './global-flags.js';
import { withSession } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';
import type { Session } from './session.js';

interface VerbDefinition<A, O> {
  readonly name: string;
  readonly description: string;
  readonly arguments?: A;
  readonly options?: O;
  readonly service?: true;
  /** Whether runs go on in this process while the command works on a database file. */
  drives?(given: Given<A, O>): boolean;
  run(session: Session, given: Given<A, O> & GlobalOptions): Promise<Answer | undefined>;
}

// biome-ignore lint/complexity/noBannedTypes: a verb without arguments takes none.
type None = {};

/** Commands that use the API, on a server or on the database of this machine. */
export function verbsOn(open: OpenPlane) {
  return <A extends Arguments = None, O extends Flags = None>(verb: VerbDefinition<A, O>): Command =>
    portariumCommand<A, O>({
      ...verb,
      run: (io, given) =>
        withSession(given, open, io, verb.drives?.(given) ?? false, (session) => verb.run(session, given)),
    });
}

export type Verb = ReturnType<typeof verbsOn>;
