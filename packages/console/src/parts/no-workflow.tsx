import { session } from '../state/session.js';
import { Empty } from './notes.js';

/** Workflows are files that somebody saves; this page only starts them. */
export function NoWorkflow() {
  return (
    <Empty title="There is no workflow in this workspace.">
      <p>
        Write one as a file and save it with{' '}
        <code>
          npx portarium --base-url {location.origin}/portarium --workspace {session.value?.workspace} workflow apply
          FILE
        </code>
        . The tutorial of portarium begins with a file to copy.
      </p>
    </Empty>
  );
}
