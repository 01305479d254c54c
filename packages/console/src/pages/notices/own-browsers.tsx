import { Table } from '../../parts/table.js';
import { stopBrowser, type ThisBrowser } from './this-browser.js';

interface OwnBrowsersProps {
  readonly here: ThisBrowser;
  readonly change: (work: () => Promise<undefined>) => void;
}

/** The browsers in which somebody is told, one of which may have been lost. */
export function OwnBrowsers({ here: { browsers, noticeId: own, told }, change }: OwnBrowsersProps) {
  if (browsers.length === 0 || (told === 'you' && browsers.length === 1)) return null;
  return (
    <Table
      caption="Browsers in which you are told"
      head={['Browser', 'Push service', 'Told of', 'Problem', 'Change']}
      rows={browsers.map(({ noticeId, address, topics, lastError }) => ({
        key: noticeId,
        cells: [
          noticeId === own ? 'this one' : <code>{noticeId.slice(0, 13)}</code>,
          address ?? '–',
          topics.join(', '),
          lastError ?? '–',
          <button
            key="stop"
            type="button"
            class="button plain small"
            onClick={() => change(() => stopBrowser(noticeId).then(() => undefined))}
          >
            Stop {noticeId === own ? 'this one' : noticeId.slice(0, 13)}
          </button>,
        ],
      }))}
    />
  );
}
