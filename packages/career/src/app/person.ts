/** What a person has said of where, for how much and with which right to work: in the profile, else in confirmed claims. */
import type { ExperienceAtom } from '../domain/atom.js';
import type { NamedThing } from '../domain/parsed-item.js';
import type { PersonFacts } from '../domain/work-wishes.js';
import { parseItem } from '../match/items/parse-item.js';
import type { CareerApp } from './career-app.js';
import { profileOf } from './profiles.js';
import { vocabularyBook } from './titles.js';

/** Few claims speak of it; the others need not be read. */
const speaksOfIt =
  /based|live|living|resid|relocat|wohn|umzu|umzieh|mudan|traslad|mor[oa]|right to work|permi|visa|citizen|passport|authori|erlaubnis|aufenthalt|b\u00fcrger|staatsang|nacionalid|ciudadan|cidad/i;

export function personOf(app: CareerApp, atoms: readonly ExperienceAtom[], profileId: string | undefined): PersonFacts {
  const { location, places, commute_km, remote, relocate, least_pay, work_rights } = profileOf(app, profileId);
  const claimed = claimedBy(atoms);
  const facts = {
    location: location || claimed.location,
    places,
    commute_km,
    remote,
    relocate: relocate ?? claimed.relocate,
    least_pay,
    work_rights: work_rights ?? claimed.work_rights,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function claimedBy(atoms: readonly ExperienceAtom[]): PersonFacts {
  const things = atoms.filter(({ verified, claim }) => verified && speaksOfIt.test(claim)).flatMap(thingsIn);
  const rights = things.flatMap((thing) => (thing.kind === 'work_right' ? thing.regions : []));
  const place = things.find((thing) => thing.kind === 'place');
  const moves = things.some((thing) => thing.kind === 'concept' && thing.concept === 'relocation');
  return {
    ...(place === undefined ? {} : { location: place.place }),
    ...(moves ? { relocate: true } : {}),
    ...(rights.length === 0 ? {} : { work_rights: [...new Set(rights)] }),
  };
}

function thingsIn({ claim }: ExperienceAtom): NamedThing[] {
  const { stance, all_of } = parseItem(claim, { book: vocabularyBook(), side: 'claim' });
  return stance === 'asserted' ? all_of.flatMap(({ any_of }) => any_of) : [];
}
