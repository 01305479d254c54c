import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Field } from '../../parts/field.js';
import { Card } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { policyCalls } from './policy-calls.js';

const sample = `policyId: refunds
name: Refunds are looked at
rules:
  - ruleId: large
    match: { tools: [refund], arguments: [{ path: amount, op: gt, value: 100 }] }
    effect: RequireApproval
    approval: { required: 2 }`;

/** A draft, from the text of a file. It changes nothing until somebody makes it count. */
export function NewPolicy() {
  const [text, setText] = useState('');
  const draft = useSave();
  return (
    <Card title="New policy">
      <CodeField id="new-policy" title="Its text, in YAML or JSON" {...{ text, setText }} placeholder={sample} />
      <div class="buttons">
        <ActionButton
          tone="primary"
          busy={draft.action.busy}
          reason={text.trim() === '' ? 'Write or paste a policy first.' : undefined}
          onClick={() => draft.save(() => text)}
        >
          Save as a draft
        </ActionButton>
      </div>
      <ActionNotes action={draft.action} />
    </Card>
  );
}

/** The next version of a policy: its Cedar as Cedar, everything else as JSON. */
export function NextVersion({ policy: { body } }: { policy: Policy }) {
  const { cedar: before = '', ...others } = body;
  const [cedar, setCedar] = useState(before);
  const [rest, setRest] = useState(JSON.stringify(others, null, 2));
  const draft = useSave();
  const whole = () => ({ ...(JSON.parse(rest) as object), ...(cedar.trim() === '' ? {} : { cedar }) });
  return (
    <details>
      <summary>Write a new version</summary>
      <div class="decision">
        <CodeField id="next-rest" title="Rules, budgets, quotas and tests (JSON)" text={rest} setText={setRest} />
        <CodeField id="next-cedar" title="Statements of Cedar" text={cedar} setText={setCedar} />
        <div class="buttons">
          <ActionButton busy={draft.action.busy} onClick={() => draft.save(whole)}>
            Save as a draft
          </ActionButton>
        </div>
        <ActionNotes action={draft.action} />
      </div>
    </details>
  );
}

/** Saves, says what Cedar finds, and goes to the page of what was saved. */
function useSave() {
  const action = useAction();
  const save = (source: () => unknown): void =>
    void action.run(async () => {
      const { policyId, version, warnings = [] } = await policyCalls.save(source());
      location.hash = `${link('policies', policyId)}?version=${version}`;
      return [`Version ${version} is saved as a draft.`, ...warnings].join(' ');
    });
  return { action, save };
}

function CodeField(props: {
  id: string;
  title: string;
  text: string;
  setText: (text: string) => void;
  placeholder?: string;
}) {
  const { id, title, text, setText, placeholder } = props;
  return (
    <Field
      id={id}
      title={title}
      class="code"
      rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
      spellcheck={false}
      value={text}
      placeholder={placeholder}
      onInput={setText}
    />
  );
}
