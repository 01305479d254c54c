import { ActionButton } from '../../parts/action-button.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Outcome } from '../../parts/outcome.js';
import { Card } from '../../parts/page.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { inWorkspace, session } from '../../state/session.js';
import { type Action, useAction } from '../../state/use-action.js';
import { type Resource, useResource } from '../../state/use-resource.js';
import { bodySchema, without } from '../../wire/api-schema.js';
import type { Trouble } from '../../wire/trouble.js';
import { tried } from './change-notice.js';
import { OwnBrowsers } from './own-browsers.js';
import { hindrance, lookAtThisBrowser, stopHere, type ThisBrowser, tellHere } from './this-browser.js';

/** Whether whoever looks is told here, and the way to change that. */
export function ThisBrowserCard() {
  const { workspace = '', subject = '' } = session.value ?? {};
  const found = useResource(`this-browser/${workspace}/${subject}`, lookAtThisBrowser, {
    on: ({ type }) => type.includes('.approval.'),
  });
  const action = useAction();
  return (
    <Card title="In this browser">
      {found.trouble?.kind === 'NotFound' ? (
        <NotSetUp trouble={found.trouble} />
      ) : (
        <Loaded resource={found} what="whether you are told here">
          {(here) => <Here here={here} found={found} action={action} />}
        </Loaded>
      )}
      <Outcome action={action} />
    </Card>
  );
}

/** Most installations begin so: nothing is wrong, and the server says what would have to be there. */
function NotSetUp({ trouble: { message, suggestion } }: { trouble: Trouble }) {
  return (
    <Empty title={message}>
      <p>{suggestion}</p>
    </Empty>
  );
}

interface HereProps {
  readonly here: ThisBrowser;
  readonly found: Resource<ThisBrowser>;
  readonly action: Action;
}

const says = {
  you: 'You are told here what waits, also while this page is closed. Signing out ends it.',
  nobody: 'You are not told in this browser.',
  another: 'Somebody who was here before is told in this browser, and you are not.',
};

function Here({ here, found, action }: HereProps) {
  const change = (work: () => Promise<string | undefined>): void => void action.run(work).then(found.reload);
  return (
    <>
      <p>{says[here.told]}</p>
      {here.told !== 'nobody' && (
        <ActionButton busy={action.busy} onClick={() => change(stopHere)}>
          {here.told === 'you' ? 'No longer tell me here' : 'No longer tell them here'}
        </ActionButton>
      )}
      {here.told === 'you' && (
        <ActionButton busy={action.busy} onClick={() => change(() => tried(noticePath(here)))}>
          Send me one to try
        </ActionButton>
      )}
      {here.told !== 'you' && <Begin publicKey={here.publicKey} busy={action.busy} change={change} />}
      <OwnBrowsers here={here} change={change} />
    </>
  );
}

const noticePath = ({ noticeId = '' }: ThisBrowser): string => inWorkspace(`/notices/${encodeURIComponent(noticeId)}`);

interface BeginProps {
  readonly publicKey: string;
  readonly busy: boolean;
  readonly change: (work: () => Promise<string | undefined>) => void;
}

function Begin({ publicKey, busy, change }: BeginProps) {
  const schema = useResource('subscribePush', async (signal) =>
    without(await bodySchema('subscribePush', signal), 'subscription'),
  );
  const reason = hindrance();
  if (reason !== undefined)
    return (
      <ActionButton tone="primary" reason={reason} onClick={() => undefined}>
        Tell me in this browser
      </ActionButton>
    );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Loaded resource={schema} what="what can be said">
      {(asked) => (
        <SchemaForm
          schema={asked}
          initial={{ topics: 'approval', timeZone }}
          submitLabel="Tell me in this browser"
          busy={busy}
          onSubmit={(wishes) => change(() => tellHere(publicKey, wishes))}
        />
      )}
    </Loaded>
  );
}
