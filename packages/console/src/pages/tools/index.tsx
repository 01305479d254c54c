import { useState } from 'preact/hooks';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { link, route } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { EffectBadge } from './effect-badge.js';
import { type Offered, offeredTools, ownName } from './offered.js';
import { ToolCall } from './tool-call.js';

/** Every tool of every server, to look at and to call. */
export function Tools() {
  const tools = useResource('tools', offeredTools);
  return (
    <Page title="Tools" lead="Everything an agent can call here, callable by you.">
      <Loaded resource={tools} what="the tools">
        {({ offered, silent }) => (
          <>
            {silent.map((server) => (
              <p key={server} class="note warn">
                The tools of {server} did not come; this page shows the others.
              </p>
            ))}
            <Chooser offered={offered} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Chooser({ offered }: { offered: readonly Offered[] }) {
  const [words, setWords] = useState('');
  const [server, name] = route.value.rest;
  const chosen = offered.find((it) => it.server === server && it.tool.name === name);
  const found = offered.filter((it) => fits(it, words));
  const owners = [...new Set(found.map(({ owner }) => owner))];
  return (
    <div class={chosen === undefined ? 'split' : 'split has-chosen'}>
      <div class="chooser">
        <label for="tool-search">Search {offered.length} tools</label>
        <input id="tool-search" type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        {owners.length > 1 && <JumpList owners={owners} />}
        {owners.map((owner) => (
          <ToolsOf key={owner} owner={owner} tools={found.filter((it) => it.owner === owner)} chosen={chosen} />
        ))}
        {found.length === 0 && (
          <Empty title="No tool has these words.">
            <p>Search for a part of its name, of its server’s or of what is said of it.</p>
          </Empty>
        )}
      </div>
      {chosen === undefined ? (
        <Empty title={name === undefined ? 'Choose a tool.' : `No tool here is called ${name}.`}>
          <p>
            Its arguments become a form; its answer is shown as it came, on the page that it brings along if it has one.
          </p>
        </Empty>
      ) : (
        <div class="result">
          <a class="back" href={link('tools')}>
            All tools
          </a>
          <ToolCall key={`${chosen.server}/${chosen.tool.name}`} offered={chosen} />
        </div>
      )}
    </div>
  );
}

const fits = ({ owner, tool }: Offered, words: string): boolean =>
  `${owner} ${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());

const headingOf = (owner: string): string => `tools-of-${owner}`;

/** Tools of other servers come last, below dozens of our own. */
function JumpList({ owners }: { owners: readonly string[] }) {
  return (
    <nav aria-label="Servers" class="filters">
      {owners.map((owner) => (
        <button
          key={owner}
          type="button"
          class="button plain small"
          onClick={() => document.getElementById(headingOf(owner))?.focus()}
        >
          {owner}
        </button>
      ))}
    </nav>
  );
}

interface ToolsOfProps {
  readonly owner: string;
  readonly tools: readonly Offered[];
  readonly chosen: Offered | undefined;
}

function ToolsOf({ owner, tools, chosen }: ToolsOfProps) {
  if (tools.length === 0) return null;
  return (
    <section aria-label={`Tools of ${owner}`}>
      <h2 id={headingOf(owner)} tabIndex={-1}>
        {owner} <span class="soft">({tools.length})</span>
      </h2>
      <ul class="rows tight">
        {tools.map((each) => (
          <li key={each.tool.name}>
            <a
              class="row"
              href={link('tools', each.server, each.tool.name)}
              aria-current={chosen === each ? 'true' : undefined}
            >
              <span class="row-title">
                {each.tool.title ?? ownName(each.tool)} <EffectBadge tool={each.tool} />
              </span>
              <span class="row-sub">
                <code>{ownName(each.tool)}</code>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
