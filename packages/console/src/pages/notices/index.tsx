import { Page } from '../../parts/page.js';
import { route } from '../../state/route.js';
import { may } from '../../state/session.js';
import { NoticeList } from './notice-list.js';
import { NoticeRecord } from './notice-record.js';
import { ThisBrowserCard } from './this-browser-card.js';

/** Who is told what waits, and how. */
export function Notices() {
  const [noticeId] = route.value.rest;
  if (noticeId !== undefined && may('workspace:admin')) return <NoticeRecord key={noticeId} noticeId={noticeId} />;
  return (
    <Page title="Notices" lead="Who is told what waits or has failed, how, and whether it arrives.">
      <ThisBrowserCard />
      {may('workspace:admin') ? <NoticeList /> : <p class="soft">Who else is told is shown to administrators.</p>}
    </Page>
  );
}
