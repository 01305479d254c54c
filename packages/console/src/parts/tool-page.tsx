import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../state/use-resource.js';
import { gateway, readAppPage, type ToolListing, type ToolResult } from '../wire/mcp.js';
import { Loaded } from './notes.js';
import { pageTools } from './page-tools.js';
import { nowhere, placesOf, reachOf } from './reach.js';
import { ToolFrame } from './tool-frame.js';

export interface ToolPageProps {
  readonly server: string;
  readonly tool: ToolListing;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
  /** Shown only once somebody asks for it. */
  readonly closed?: boolean;
}

/** The page that a tool brings along for its answers (MCP Apps), where it brings one. */
export function ToolPage(props: ToolPageProps) {
  const { server, tool, closed = false } = props;
  const uri = tool._meta?.ui?.resourceUri;
  const [open, setOpen] = useState(!closed);
  if (uri === undefined || props.result.isError === true) return null;
  const owner = server === gateway ? (tool._meta?.['portarium/tool']?.server ?? server) : server;
  return (
    <section class="tool-page" aria-label={`Page of ${tool.title ?? tool.name}`}>
      <div class="card-head">
        <p class="soft">Shown by {owner}, in a frame that reaches nothing else.</p>
        <button type="button" class="button plain small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide its page' : 'Show its page'}
        </button>
      </div>
      {open && <LoadedPage {...props} uri={uri} />}
    </section>
  );
}

function LoadedPage(props: ToolPageProps & { readonly uri: string }) {
  const { server, tool, uri } = props;
  const load = async () => {
    const [page, given] = await Promise.all([readAppPage(server, uri), pageTools(server, tool)]);
    return { html: page.html, wanted: reachOf(page.csp), given };
  };
  const page = useResource(`tool-page/${server}/${uri}`, load);
  const [isLet, setIsLet] = useState(false);
  // Whoever allowed one page has said nothing about the next.
  useEffect(() => setIsLet(false), [uri]);
  return (
    <Loaded resource={page} what="its page">
      {({ html, wanted, given }) => (
        <>
          {placesOf(wanted).length > 0 && (
            <ReachNote places={placesOf(wanted)} isLet={isLet} onChange={() => setIsLet(!isLet)} />
          )}
          <ToolFrame key={String(isLet)} {...props} html={html} given={given} reach={isLet ? wanted : nowhere} />
        </>
      )}
    </Loaded>
  );
}

interface ReachNoteProps {
  readonly places: readonly string[];
  readonly isLet: boolean;
  readonly onChange: () => void;
}

function ReachNote({ places, isLet, onChange }: ReachNoteProps) {
  return (
    <div class="note warn">
      <p>
        {isLet
          ? 'This page reaches other servers, and what it is shown can go there: '
          : 'Without other servers this page may lack something. It asks for: '}
        {places.join(', ')}.
      </p>
      <button type="button" class="button plain small" onClick={onChange}>
        {isLet ? 'Show it without them' : 'Let it reach them'}
      </button>
    </div>
  );
}
