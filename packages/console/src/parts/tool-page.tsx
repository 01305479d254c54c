import { useEffect, useRef, useState } from 'preact/hooks';
import { useResource } from '../state/use-resource.js';
import { hostApp } from '../wire/app-host.js';
import { callTool, listTools, readAppPage, type ToolListing, type ToolResult } from '../wire/mcp.js';
import { Loaded } from './notes.js';

export interface ToolPageProps {
  readonly server: string;
  readonly tool: ToolListing;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

const heights = { least: 80, first: 240, most: 900 };

/** The page that a tool brings along for its answers (MCP Apps), where it brings one. */
export function ToolPage(props: ToolPageProps) {
  const { server, tool } = props;
  const uri = tool._meta?.ui?.resourceUri;
  const [open, setOpen] = useState(true);
  if (uri === undefined || props.result.isError === true) return null;
  return (
    <section class="tool-page" aria-label={`Page of ${tool.title ?? tool.name}`}>
      <div class="card-head">
        <p class="soft">Shown by {server}, in a frame that reaches nothing else.</p>
        <button type="button" class="button plain small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide its page' : 'Show its page'}
        </button>
      </div>
      {open && <LoadedPage {...props} uri={uri} />}
    </section>
  );
}

function LoadedPage(props: ToolPageProps & { readonly uri: string }) {
  const { server, uri } = props;
  const load = async () => ({ html: await readAppPage(server, uri), given: await givenTo(server, uri) });
  const page = useResource(`tool-page/${server}/${uri}`, load);
  return (
    <Loaded resource={page} what="its page">
      {({ html, given }) => <Frame {...props} html={html} given={given} />}
    </Loaded>
  );
}

/** A page may ask the tools that name it, as long as they only read; nothing else of the server, and no other server. */
async function givenTo(server: string, uri: string): Promise<ReadonlySet<string>> {
  const tools = await listTools(server);
  const given = tools.filter(({ annotations, _meta: { ui } = {} }) => {
    const forPages = ui?.visibility?.includes('app') ?? true;
    return ui?.resourceUri === uri && annotations?.readOnlyHint === true && forPages;
  });
  return new Set(given.map(({ name }) => name));
}

interface FrameProps extends ToolPageProps {
  readonly html: string;
  readonly given: ReadonlySet<string>;
}

function Frame({ server, tool, input, result, html, given }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(heights.first);
  useEffect(() => {
    if (frame.current === null) return;
    const stop = hostApp({
      ...{ frame: frame.current, html, input, result, context: contextOf },
      call: async (name, args) => {
        if (!given.has(name)) throw new Error(`This page was not given the tool ${name.slice(0, 60)}.`);
        return callTool(server, name, args);
      },
      onHeight: (pixels) => setHeight(Math.min(heights.most, Math.max(heights.least, Math.ceil(pixels)))),
    });
    // Only now, so that its first word is heard.
    frame.current.src = '/console/app-frame';
    return stop;
  }, [server, html, input, result, given]);
  return (
    <iframe ref={frame} class="tool-frame" sandbox="allow-scripts" title={tool.title ?? tool.name} height={height} />
  );
}

function contextOf() {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: dark ? ('dark' as const) : ('light' as const),
    displayMode: 'inline' as const,
    availableDisplayModes: ['inline' as const],
    platform: 'web' as const,
    locale: navigator.language,
  };
}
