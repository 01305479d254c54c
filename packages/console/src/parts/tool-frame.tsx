import { useEffect, useRef, useState } from 'preact/hooks';
import { hostApp } from '../wire/app-host.js';
import { guardFocus } from './focus-guard.js';
import { callForPage, type PageTools } from './page-tools.js';
import { useWishes } from './page-wish.js';
import { frameFor, type Reach } from './reach.js';
import { spelledOut } from './spelled.js';
import type { ToolPageProps } from './tool-page.js';

export interface ToolFrameProps extends ToolPageProps {
  /** Whose page it is. */
  readonly owner: string;
  readonly html: string;
  readonly given: PageTools;
  readonly reach: Reach;
  /** It took the focus from somebody who was writing. */
  readonly onTaken: () => void;
}

const heights = { least: 80, first: 240, most: 900 };

/** The frame itself, with what the page in it may ask of whoever looks at it. */
export function ToolFrame({ server, owner, tool, input, result, html, given, reach, onTaken }: ToolFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(heights.first);
  const [waiting, setWaiting] = useState<{ text: string; href: string }>();
  const { wishes, shown } = useWishes();
  const open = useRef(new Set<string>());
  const taken = useRef(onTaken);
  taken.current = onTaken;
  useEffect(() => (frame.current === null ? undefined : guardFocus(frame.current, () => taken.current())), []);
  useEffect(() => {
    if (frame.current === null) return;
    const stop = hostApp({
      ...{ frame: frame.current, html, input, result },
      context: () => contextOf(tool),
      capabilities: { serverTools: {}, openLinks: {}, sandbox: { csp: cspOf(reach), permissions: {} } },
      call: async (name, args) => {
        const one = given.get(name);
        if (one === undefined) throw new Error(`This page was not given the tool ${name.slice(0, 60)}.`);
        if (!one.readsOnly)
          await wishes.ask({ key: `call ${name}`, words: callWords(name), about: args, yes: 'Let it' });
        return callForPage(server, one, args, { open: open.current, onWaiting: setWaiting });
      },
      open: async (url) => {
        const words = `This page wants to open ${url} in a new tab.`;
        await wishes.ask({ key: `open ${url}`, words, yes: 'Open it', once: true });
        window.open(url, '_blank', 'noopener,noreferrer');
      },
      onHeight: (pixels) => setHeight(Math.min(heights.most, Math.max(heights.least, Math.ceil(pixels)))),
    });
    // Only now, so that its first word is heard.
    frame.current.src = frameFor(reach);
    return stop;
  }, [server, tool, html, input, result, given, reach, wishes]);
  return (
    <>
      {shown}
      {waiting !== undefined && (
        <p class="note warn" role="status">
          {waiting.text} <a href={waiting.href}>The run that waits</a>
        </p>
      )}
      <iframe ref={frame} class="tool-frame" sandbox="allow-scripts" title={titleOf(owner, tool)} height={height} />
    </>
  );
}

const callWords = (name: string): string =>
  `This page wants to call ${name.slice(0, 100)}, which may change something; from then on it may until you leave.`;

/** Words of another server: long enough to tell pages apart, and nothing in them that is not seen. */
const titleOf = (owner: string, { title, name }: ToolFrameProps['tool']): string =>
  spelledOut(`${(title ?? name).slice(0, 100)} of ${owner}`);

const cspOf = ({ connect, resource }: Reach) => ({ connectDomains: [...connect], resourceDomains: [...resource] });

function contextOf(tool: ToolFrameProps['tool']) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { _meta, ...listed } = tool;
  return {
    theme: dark ? ('dark' as const) : ('light' as const),
    displayMode: 'inline' as const,
    availableDisplayModes: ['inline' as const],
    containerDimensions: { maxHeight: heights.most },
    platform: 'web' as const,
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    toolInfo: { tool: { ...listed, name: _meta?.['portarium/tool']?.tool ?? tool.name } as never },
  };
}
