/** What a sentence does: `describes` tells of the candidate, which asks in company; `other` is never a requirement. */

import { insists } from '../../domain/cues/insisting.js';
import { wishes } from '../../domain/cues/wishing.js';
import { doesAsk } from './clauses.js';
import { applying } from './cues/applying.js';
import { describesCandidate } from './cues/candidate.js';
import { isAddressed } from './cues/duties.js';
import { employersOwn } from './cues/employer.js';
import { offers } from './cues/offering.js';
import { opensWithNoun } from './cues/opening.js';
import { waives } from './cues/waiving.js';

export type Manner = 'asks' | 'describes' | 'tells' | 'other';

const greeting =
  /^(?:hi|hey|hello|dear|good (?:morning|afternoon)|hoi|hallo|moin|liebe[rs]?|guten (?:tag|morgen)|sehr geehrte|hola|buenos días|buenas|estimad[oa]s?|oi|olá|bom dia|boa tarde|car[oa]s?)(?: there| all| \p{L}+){0,3}\s*[^\p{L}\s]+\s*/iu;
/** "You have no licence yet?" asks nothing of anybody. */
const askedBack =
  /(?<!\p{L})(?:no|not|n[’']t|never|kein\p{L}*|nicht|noch nie|sin|nunca|ningún|ninguna|não|sem|nenhum\p{L}*)(?!\p{L})[^?]*\?$/iu;
/** "You'll have run budgets of £20k": what was done before, whatever it was worth. */
const hasDone =
  /^you(?:[’']ve|[’']ll have| have| will have) (?:\p{L}+ly )?(?:\p{L}+ed|run|built|led|sold|held|taught|driven|written|made|done|grown|been) /iu;

/** "We need a barista for mornings", "Se necesita camarero": who is wanted, and nothing yet of what they should bring. */
const announces =
  /^(?:(?:[\p{Lu}][\p{L}&’' ]{2,40},? )?(?:is |are )?(?:looking for|seek(?:s|ing)?|hiring|recruiting)|we(?:[’']re| are)? (?:now |currently )?(?:need|want|looking for|seeking|hiring|recruiting|after)|(?:hoy )?(?:se )?(?:necesita|busca|precisa|solicita|selecciona|incorpora)(?:n|mos)?(?: incorporar)?(?: a)?|(?:procura|precisa|contrata|admite|recruta|seleciona|busca|pretende)(?:m|mos)?(?:-se)?(?: de)?|(?:wir )?suchen(?: wir)?|(?:gesucht|benötigt) (?:wird|werden)) (?!(?:experien|knowledge|at least|good|strong|excellent|un mínimo|mínimo|conocimient|conheciment|formaci|formaç|carn|disponibil|buen|bo[am] ))/iu;
const saysOfThem =
  /(?<!\p{L})(?:who|with|that|whose|able|con|que|com|mit|die|der|das|having|fluent|experienced|qualified|registered)(?!\p{L})/iu;

/** "… is growing and needs a driver": who is wanted stands at the end, and nothing is said of them. */
const endsAnnouncing =
  /(?:precisa de|procura|busca|necesita|sucht|needs|seeks|looking for)(?: incorporar)? (?:um|uma|un|una|einen?|eine|an?)(?: \p{L}+){1,4}[.!]?$/iu;

function isAnnounced(said: string): boolean {
  if (endsAnnouncing.test(said) && !insists.test(said) && !doesAskElse(said)) return true;
  const [verb = ''] = announces.exec(said) ?? [];
  return verb !== '' && !saysOfThem.test(said) && !opensWithNoun(said.slice(verb.length));
}

const doesAskElse = (said: string) => doesAsk(said.replace(endsAnnouncing, ''));

/** "Lo que pedimos no es mucho": of asking, and nothing is asked yet. */
const ofAsking =
  /^(?:lo (?:único )?que|what|all|was|alles,? was|o que|tudo o que) (?:\p{L}+ ){1,3}(?:is|isn[’']t|ist|es|é)(?: not| nicht| no| não)? (?:much|little|simple|easy|viel|wenig|einfach|mucho|poco|sencillo|fácil|muito|pouco|simples)/iu;

export function mannerOf(text: string): Manner {
  const said = text.replace(greeting, '');
  if (
    (applying.test(said) && !wishes.test(said)) ||
    isAnnounced(said) ||
    waives(said) ||
    askedBack.test(said) ||
    ofAsking.test(said)
  )
    return 'other';
  if (insists.test(said) || hasDone.test(said)) return 'asks';
  if (offers.test(said) || isAddressed(said) || (employersOwn.test(said) && !wishes.test(said))) return 'other';
  if (doesAsk(said)) return 'asks';
  return describesCandidate.test(said) ? 'describes' : 'tells';
}
