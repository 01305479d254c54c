import { useState } from 'preact/hooks';
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
  const [hasTaken, setHasTaken] = useState(false);
  if (uri === undefined || props.result.isError === true) return null;
  const owner = server === gateway ? (tool._meta?.['portarium/tool']?.server ?? server) : server;
  const toggle = (): void => {
    setOpen(!open);
    setHasTaken(false);
  };
  const onTaken = (): void => {
    setOpen(false);
    setHasTaken(true);
  };
  return (
    <section class="tool-page" aria-label={`Page of ${tool.title ?? tool.name}`}>
      <div class="card-head">
        <p class="soft">Shown by {owner}, in a frame of its own.</p>
        <button type="button" class="button plain small" aria-expanded={open} onClick={toggle}>
          {open ? 'Hide its page' : 'Show its page'}
        </button>
      </div>
      {hasTaken && (
        <p class="note warn" role="alert">
          Its page is hidden: it took the focus while you were writing elsewhere. Look whether something is missing
          there.
        </p>
      )}
      {open && <LoadedPage {...props} owner={owner} uri={uri} onTaken={onTaken} />}
    </section>
  );
}

interface LoadedPageProps extends ToolPageProps {
  readonly owner: string;
  readonly uri: string;
  readonly onTaken: () => void;
}

function LoadedPage(props: LoadedPageProps) {
  const { server, tool, uri } = props;
  const load = async () => {
    const [page, given] = await Promise.all([readAppPage(server, uri), pageTools(server, tool)]);
    return { html: page.html, wanted: reachOf(page.csp), given };
  };
  const page = useResource(`tool-page/${server}/${uri}`, load);
  // Whoever allowed one page has said nothing about the next, nor about what the same one asks for another time.
  const [letTo, setLetTo] = useState<string>();
  return (
    <Loaded resource={page} what="its page">
      {({ html, wanted, given }) => {
        const wish = JSON.stringify([uri, wanted]);
        const isLet = letTo === wish;
        return (
          <>
            {placesOf(wanted).length > 0 && (
              <ReachNote places={placesOf(wanted)} isLet={isLet} onChange={() => setLetTo(isLet ? undefined : wish)} />
            )}
            <ToolFrame key={`${isLet} ${wish}`} {...props} html={html} given={given} reach={isLet ? wanted : nowhere} />
          </>
        );
      }}
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
          : 'This page reaches nothing, and may lack something without other servers. It asks for: '}
        {places.join(', ')}.
      </p>
      <button type="button" class="button plain small" onClick={onChange}>
        {isLet ? 'Show it without them' : 'Let it reach them'}
      </button>
    </div>
  );
}
