import type { Page as List, ToolView as Tool } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { ToolCard } from './tool-card.js';

/** Each is read to its end; so many stand below each other before the page asks. */
const atOnce = 10;

/** Tools of other servers, and whether somebody has looked at them as they are now. */
export function ToolReview() {
  const path = inWorkspace('/tools');
  const [all, setAll] = useState(false);
  const [words, setWords] = useState('');
  // What a server offers changes without an event of ours.
  const tools = useResource(path, (signal) => ask<List<Tool>>(path, { signal }), { everyMs: 10_000 });
  return (
    <Page
      title="Tool review"
      lead="In production a tool that nobody has reviewed needs approval, whatever its name or its server says."
    >
      <label>
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Show reviewed
        tools too
      </label>
      <Loaded resource={tools} what="the tools of other servers">
        {({ items }) => {
          const open = all ? items : items.filter(({ reviewed }) => !reviewed);
          if (open.length === 0) return <NothingToReview known={items.length} />;
          return (
            <>
              <Field
                id="review-search"
                type="search"
                title={`Search ${open.length} tools`}
                value={words}
                onInput={setWords}
              />
              <ToolCards key={words} tools={open.filter((tool) => fits(tool, words))} onReviewed={tools.reload} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const fits = ({ server, tool, description = '' }: Tool, words: string): boolean =>
  `${server}/${tool} of ${server} ${description}`.toLowerCase().includes(words.trim().toLowerCase());

function ToolCards({ tools, onReviewed }: { tools: readonly Tool[]; onReviewed: () => void }) {
  const [most, setMost] = useState(atOnce);
  const more = Math.min(atOnce, tools.length - most);
  if (tools.length === 0)
    return (
      <Empty title="No tool has these words.">
        <p>Search for a part of its name, of its server’s or of what is said of it.</p>
      </Empty>
    );
  return (
    <>
      {tools.slice(0, most).map((tool) => (
        <ToolCard key={`${tool.server}/${tool.tool}`} tool={tool} onReviewed={onReviewed} />
      ))}
      {more > 0 && (
        <button type="button" class="button plain" onClick={() => setMost(most + atOnce)}>
          Show {more} more of {tools.length}
        </button>
      )}
    </>
  );
}

function NothingToReview({ known }: { known: number }) {
  return (
    <Empty title={known === 0 ? 'No other server is configured.' : 'Every tool has been reviewed.'}>
      <p>A tool whose server changes it comes back here, and is held until somebody has looked.</p>
    </Empty>
  );
}
