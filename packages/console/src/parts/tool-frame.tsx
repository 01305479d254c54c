import { useEffect, useRef, useState } from 'preact/hooks';
import { hostApp } from '../wire/app-host.js';
import { callForPage, type PageTools } from './page-tools.js';
import { useWishes } from './page-wish.js';
import { frameFor, type Reach } from './reach.js';
import type { ToolPageProps } from './tool-page.js';

export interface ToolFrameProps extends ToolPageProps {
  readonly html: string;
  readonly given: PageTools;
  readonly reach: Reach;
}

const heights = { least: 80, first: 240, most: 900 };

/** The frame itself, with what the page in it may ask of whoever looks at it. */
export function ToolFrame({ server, tool, input, result, html, given, reach }: ToolFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(heights.first);
  const [waiting, setWaiting] = useState<{ text: string; href: string }>();
  const { ask, shown } = useWishes();
  const shownBy = tool.title ?? tool.name;
  useEffect(() => {
    if (frame.current === null) return;
    const stop = hostApp({
      ...{ frame: frame.current, html, input, result },
      context: () => contextOf(tool),
      capabilities: { serverTools: {}, openLinks: {}, sandbox: { csp: cspOf(reach), permissions: {} } },
      call: async (name, args) => {
        const one = given.get(name);
        if (one === undefined) throw new Error(`This page was not given the tool ${name.slice(0, 60)}.`);
        if (!one.readsOnly) await ask({ key: name, words: callWords(name), about: args, yes: 'Let it' });
        return callForPage(server, one, args, setWaiting);
      },
      open: async (url) => {
        const words = `This page wants to open ${url.slice(0, 300)} in a new tab.`;
        await ask({ key: `open ${url}`, words, yes: 'Open it' });
        window.open(url, '_blank', 'noopener,noreferrer');
      },
      onHeight: (pixels) => setHeight(Math.min(heights.most, Math.max(heights.least, Math.ceil(pixels)))),
    });
    // Only now, so that its first word is heard.
    frame.current.src = frameFor(reach);
    return stop;
  }, [server, tool, html, input, result, given, reach, ask]);
  return (
    <>
      {shown}
      {waiting !== undefined && (
        <p class="note warn" role="status">
          {waiting.text} <a href={waiting.href}>The run that waits</a>
        </p>
      )}
      <iframe ref={frame} class="tool-frame" sandbox="allow-scripts" title={shownBy} height={height} />
    </>
  );
}

const callWords = (name: string): string =>
  `This page wants to call ${name}, which may change something; from then on it may until you leave.`;

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
