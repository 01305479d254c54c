import { own } from '@quadrivium/kernel/own';
import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { Badge, type Tone } from '../../parts/badge.js';
import { Details, Json } from '../../parts/json.js';
import { spelled } from '../../parts/spelled.js';
import { Table } from '../../parts/table.js';

const tones: Readonly<Record<string, Tone>> = { Allow: 'good', RequireApproval: 'warn', Manual: 'warn', Deny: 'bad' };

/** The colour repeats the word. */
export function Decision({ is }: { is: string }) {
  return <Badge state={is} tone={own(tones, is) ?? 'quiet'} />;
}

/** The rules one by one, Cedar as it was written, and all of it as it is kept. */
export function PolicyText({ body }: { body: Policy['body'] }) {
  const { rules, cedar } = body;
  return (
    <>
      {rules.length > 0 && (
        <Table
          caption="Rules"
          head={['Rule', 'Decides', 'For calls that match', 'Because']}
          rows={rules.map(({ ruleId, effect, match, reason, description, approval }) => ({
            key: ruleId,
            cells: [
              <code key="id">{ruleId}</code>,
              <Decision key="effect" is={effect} />,
              <pre key="match">{spelled(match)}</pre>,
              <span key="why">
                {reason ?? description ?? '–'}
                {approval === undefined ? '' : ` (${asked(approval)})`}
              </span>,
            ],
          }))}
        />
      )}
      {cedar !== undefined && (
        <>
          <h3>Cedar</h3>
          <Json value={visible(cedar)} label="Statements of Cedar" />
        </>
      )}
      <Details summary="The whole policy as it is kept" value={body} />
    </>
  );
}

function asked({ required, roles, passkey }: NonNullable<Policy['body']['rules'][number]['approval']>): string {
  const people = required === 1 ? 'one person' : `${required} people`;
  const who = roles.length === 0 ? '' : ` with the role ${roles.join(' or ')}`;
  return `${people}${who}${passkey === true ? ', signing with a passkey' : ''}`;
}

/** Signs that nobody sees are spelled out; lines stay lines. */
const visible = (cedar: string): string =>
  cedar
    .split('\n')
    .map((line) => spelled(line).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\').replaceAll('\\t', '\t'))
    .join('\n');
