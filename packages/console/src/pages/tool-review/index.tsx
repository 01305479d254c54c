import type { Page as List, ToolView as Tool } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { ToolCard } from './tool-card.js';

/** Tools of other servers, and whether somebody has looked at them as they are now. */
export function ToolReview() {
  const path = inWorkspace('/tools');
  const [all, setAll] = useState(false);
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
          const shown = all ? items : items.filter(({ reviewed }) => !reviewed);
          if (shown.length === 0) return <NothingToReview known={items.length} />;
          return shown.map((tool) => (
            <ToolCard key={`${tool.server}/${tool.tool}`} tool={tool} onReviewed={tools.reload} />
          ));
        }}
      </Loaded>
    </Page>
  );
}

function NothingToReview({ known }: { known: number }) {
  return (
    <Empty title={known === 0 ? 'No other server is configured.' : 'Every tool has been reviewed.'}>
      <p>A tool whose server changes it comes back here, and is held until somebody has looked.</p>
    </Empty>
  );
}
