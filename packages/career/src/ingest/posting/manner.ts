/** What a sentence does: `describes` tells of the candidate, which asks in company; `other` is never a requirement. */

import { doesAsk } from './clauses.js';
import { applying } from './cues/applying.js';
import { insists } from './cues/asking.js';
import { describesCandidate } from './cues/candidate.js';
import { isAddressed } from './cues/duties.js';
import { employersOwn } from './cues/employer.js';
import { offers } from './cues/offering.js';
import { waives } from './cues/waiving.js';
import { wishes } from './cues/wishing.js';

export type Manner = 'asks' | 'describes' | 'tells' | 'other';

const greeting = /^(?:hi|hey|hello|hoi|hallo|moin|hola|oi|olá)(?: there| all| \p{L}+)?[^\p{L}]+/iu;
/** "You'll have run budgets of £20k": what was done before, whatever it was worth. */
const hasDone =
  /^you(?:[’']ve|[’']ll have| have| will have) (?:\p{L}+ly )?(?:\p{L}+ed|run|built|led|sold|held|taught|driven|written|made|done|grown|been) /iu;

/** "We need a barista for mornings", "Se necesita camarero": who is wanted, and nothing yet of what they should bring. */
const announces =
  /^(?:(?:[\p{Lu}][\p{L}&’' ]{2,40},? )?(?:is |are )?(?:looking for|seek(?:s|ing)?|hiring|recruiting)|we(?:[’']re| are)? (?:now |currently )?(?:need|want|looking for|seeking|hiring|recruiting|after)|(?:hoy )?(?:se )?(?:necesita|busca|precisa|solicita|selecciona|incorpora)(?:n|mos)?(?: incorporar)?(?: a)?|(?:procura|precisa|contrata|admite|recruta|seleciona|busca|pretende)(?:m|mos)?(?:-se)?(?: de)?|(?:wir )?suchen(?: wir)?) (?!(?:experien|knowledge|at least|good|strong|excellent|un mínimo|mínimo|conocimient|conheciment|formaci|formaç|carn|disponibil|buen|bo[am] ))/iu;
const saysOfThem =
  /(?<!\p{L})(?:who|with|that|whose|able|con|que|com|mit|die|der|das|having|fluent|experienced|qualified|registered)(?!\p{L})/iu;
const isAnnounced = (said: string) => announces.test(said) && !saysOfThem.test(said);

export function mannerOf(text: string): Manner {
  const said = text.replace(greeting, '');
  if ((applying.test(said) && !wishes.test(said)) || isAnnounced(said) || waives(said)) return 'other';
  if (insists.test(said) || hasDone.test(said)) return 'asks';
  if (offers.test(said) || isAddressed(said) || (employersOwn.test(said) && !wishes.test(said))) return 'other';
  if (doesAsk(said)) return 'asks';
  return describesCandidate.test(said) ? 'describes' : 'tells';
}
