import { useState } from 'preact/hooks';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { link, route } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { listTools, type ToolListing } from '../../wire/mcp.js';
import { EffectBadge } from './effect-badge.js';
import { ToolCall } from './tool-call.js';

const servers = ['cobre', 'portarium', 'career'] as const;

interface Offered {
  readonly server: string;
  readonly tool: ToolListing;
}

/** Every tool of every server, to look at and to call. */
export function Tools() {
  const tools = useResource('tools', loadAll);
  return (
    <Page title="Tools" lead="Everything an agent can call here, callable by you.">
      <Loaded resource={tools} what="the tools">
        {(offered) => <Chooser offered={offered} />}
      </Loaded>
    </Page>
  );
}

async function loadAll(): Promise<readonly Offered[]> {
  const lists = await Promise.all(
    servers.map(async (server) => (await listTools(server)).map((tool) => ({ server, tool }))),
  );
  return lists.flat();
}

function Chooser({ offered }: { offered: readonly Offered[] }) {
  const [words, setWords] = useState('');
  const [server, name] = route.value.rest;
  const chosen = offered.find((it) => it.server === server && it.tool.name === name);
  const fits = (it: Offered): boolean =>
    `${it.server} ${it.tool.name} ${it.tool.title ?? ''} ${it.tool.description ?? ''}`
      .toLowerCase()
      .includes(words.toLowerCase());
  const found = offered.filter(fits);
  return (
    <div class="split">
      <div class="chooser">
        <label for="tool-search">Search {offered.length} tools</label>
        <input id="tool-search" type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        {servers.map((each) => (
          <ServerTools
            key={each}
            server={each}
            tools={found.filter((it) => it.server === each).map((it) => it.tool)}
            chosen={chosen?.server === each ? chosen.tool.name : undefined}
          />
        ))}
      </div>
      {chosen === undefined ? (
        <Empty title="Choose a tool.">
          <p>Its arguments become a form; its answer is shown as it came.</p>
        </Empty>
      ) : (
        <ToolCall key={`${chosen.server}/${chosen.tool.name}`} server={chosen.server} tool={chosen.tool} />
      )}
    </div>
  );
}

interface ServerToolsProps {
  readonly server: string;
  readonly tools: readonly ToolListing[];
  readonly chosen: string | undefined;
}

function ServerTools({ server, tools, chosen }: ServerToolsProps) {
  if (tools.length === 0) return null;
  return (
    <section aria-label={`Tools of ${server}`}>
      <h2>{server}</h2>
      <ul class="rows tight">
        {tools.map((tool) => (
          <li key={tool.name}>
            <a
              class="row"
              href={link('tools', server, tool.name)}
              aria-current={chosen === tool.name ? 'true' : undefined}
            >
              <span class="row-title">
                {tool.title ?? tool.name} <EffectBadge tool={tool} />
              </span>
              <span class="row-sub">
                <code>{tool.name}</code>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
