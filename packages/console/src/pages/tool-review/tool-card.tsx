import type { ToolView as Tool } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Badge } from '../../parts/badge.js';
import { Details } from '../../parts/json.js';
import { TroubleNote } from '../../parts/notes.js';
import { Card, Facts } from '../../parts/page.js';
import { spelledOut } from '../../parts/spelled.js';
import { link } from '../../state/route.js';
import { inWorkspace, may, session } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { gateway } from '../../wire/mcp.js';
import { ask } from '../../wire/rest.js';

const classInWords: Readonly<Record<Tool['class'], string>> = {
  ReadOnly: 'It only reads',
  Mutation: 'It changes something',
  Dangerous: 'It may do harm that stays',
  Unknown: 'Nobody knows yet',
};

const classes = Object.keys(classInWords) as readonly Tool['class'][];

/** What the server says of its tool, spelled out, and the place to say that somebody has looked. */
export function ToolCard({ tool, onReviewed }: { tool: Tool; onReviewed: () => void }) {
  const { server, tool: name, description, annotations, inputSchema, schemaHash, drift } = tool;
  return (
    <Card title={`${name} of ${server}`} aside={<Standing tool={tool} />}>
      <Facts
        items={[
          ['In its server’s words', description === undefined ? 'nothing' : `“${spelledOut(description)}”`],
          ['It says of itself', annotations === undefined ? 'nothing' : hintsInWords(annotations)],
          ['Definition', <code key="hash">{drift ?? schemaHash}</code>],
          ['Reviewed by', tool.reviewedByUserId],
        ]}
      />
      <Details summary={`Arguments of ${name}`} value={inputSchema ?? {}} />
      {!tool.reviewed && <Review tool={tool} onReviewed={onReviewed} />}
      {isBehindGateway(server) && (
        <p>
          <a href={link('tools', gateway, `${server}__${name}`)}>Call it</a>, under policy
        </p>
      )}
    </Card>
  );
}

/** Servers of this house have their tools among the others. */
const isBehindGateway = (server: string): boolean =>
  session.value?.gateway === true && server !== 'cobre' && server !== 'career';

/** The hints of the protocol as sentences. What else a server says of its tool is told as it stands: it may be anything. */
const hints: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  readOnlyHint: ['only reads', 'changes something'],
  destructiveHint: ['may overwrite or end something', 'overwrites and ends nothing'],
  idempotentHint: ['twice is the same as once', 'twice is not the same as once'],
  openWorldHint: ['reaches beyond its own server', 'stays within its own server'],
};

function hintsInWords(annotations: object): string {
  const said = Object.entries(annotations).map(([name, value]) => {
    const words = typeof value === 'boolean' ? hints[name]?.[value ? 0 : 1] : undefined;
    return words ?? spelledOut(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  });
  return said.length === 0 ? 'nothing' : said.join('; ');
}

function Standing({ tool: { reviewed, drift, reviewedByUserId } }: { tool: Tool }) {
  if (reviewed) return <Badge state="reviewed" tone="good" />;
  const changed = drift !== undefined || reviewedByUserId !== undefined;
  return <Badge state="unreviewed" tone="warn" label={changed ? 'Changed since it was looked at' : 'Unreviewed'} />;
}

/** Accepts what is shown and nothing else: a definition that has changed meanwhile is refused by the server. */
function Review({ tool, onReviewed }: { tool: Tool; onReviewed: () => void }) {
  const [kind, setKind] = useState<Tool['class']>(tool.class);
  const action = useAction();
  const review = async () => {
    await action.run(async () => {
      const { server, tool: name, schemaHash, drift } = tool;
      const body = { server, tool: name, class: kind, schemaHash: drift ?? schemaHash };
      await ask(inWorkspace('/tools:review'), { method: 'POST', body });
    });
    onReviewed();
  };
  const id = `class-${tool.server}-${tool.tool}`;
  const refused = may('policy:write') ? undefined : 'Your roles do not include reviewing tools.';
  return (
    <div class="field">
      <label for={id}>What it does</label>
      <select id={id} value={kind} onChange={(event) => setKind(event.currentTarget.value as Tool['class'])}>
        {classes.map((each) => (
          <option key={each} value={each}>
            {classInWords[each]}
          </option>
        ))}
      </select>
      <div class="buttons">
        <ActionButton tone="primary" reason={refused} onClick={review}>
          I have looked at it
        </ActionButton>
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </div>
  );
}
