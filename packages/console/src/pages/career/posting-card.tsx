import type { Opportunity } from '@quadrivium/career/answers';
import { Day } from '../../parts/day.js';
import { Marked } from '../../parts/marked.js';
import { Card, Facts } from '../../parts/page.js';

/** What the posting says of itself, and its text with everything that was read from it marked. */
export function PostingCard({ opportunity, posting }: { opportunity: Opportunity; posting: string | undefined }) {
  const { location, pay, deadline, url, requirements } = opportunity;
  const said = [location, pay, deadline, url, posting].some((one) => one !== undefined);
  if (!said) return null;
  const spans = requirements.flatMap(({ span }) => (span === undefined ? [] : [span]));
  return (
    <Card title="The posting">
      <Facts
        items={[
          ['Where', location],
          ['Pay', pay],
          ['Until', deadline === undefined ? undefined : <Day iso={deadline} />],
          ['Address', url === undefined ? undefined : <Address url={url} />],
        ]}
      />
      {posting !== undefined && (
        <details>
          <summary>Its text, with what was read as a requirement marked</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse. */}
          <section class="json" tabIndex={0} aria-label="Text of the posting">
            <pre>
              <Marked text={posting} spans={spans} />
            </pre>
          </section>
        </details>
      )}
    </Card>
  );
}

/** A posting is somebody else's text: only an address of the web becomes a link. */
function Address({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>
  );
}
