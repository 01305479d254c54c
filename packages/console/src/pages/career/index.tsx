import { useEffect } from 'preact/hooks';
import { route } from '../../state/route.js';
import { Claims } from './claims.js';
import { DecisionDetail } from './decision.js';
import { MatchDetail } from './match.js';
import { Outreach } from './outreach.js';
import { choosePerson } from './person.js';
import { CareerRecord } from './record.js';
import { Shortlist } from './shortlist.js';

export function Career() {
  const [kind, id] = route.value.rest;
  const person = route.value.query.get('person');
  // An address may say whose pages are meant.
  useEffect(() => {
    if (person !== null) choosePerson(person);
  }, [person]);
  if (kind === 'decision' && id !== undefined) return <DecisionDetail key={id} id={id} />;
  if (kind === 'opportunity' && id !== undefined) return <MatchDetail key={id} id={id} />;
  if (kind === 'claims') return <Claims />;
  if (kind === 'outreach') return <Outreach />;
  if (kind === 'record') return <CareerRecord />;
  return <Shortlist />;
}
