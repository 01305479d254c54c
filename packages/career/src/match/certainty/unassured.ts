/**
 * A remark where none is needed. Of 22 studies without a year that blind batches called met, 12 were not held: begun, put off,
 * offered, whatever the remark behind them said. And who says of a language something else than how well says that it is little.
 */
import type { ExperienceAtom } from '../../domain/atom.js';

type Range = readonly [number, number];

const year = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const remark = /(?:[-–—:(;]|,)\s*\p{Ll}/u;
const good =
  /(?<!\p{L})(?:complet\p{L}*|conclu[ií]\p{L}*|finali[sz]\p{L}*|terminad\p{L}*|abgeschlossen\p{L}*|bestanden|titulad\p{L}*|homologad\p{L}*|aprobad[oa]|aprovad[oa]|passed|held|graduated|awarded|recogni[sz]ed|anerkannt|reconhecid\p{L}*|sobresaliente|notable|matrícula|valores|louvor|gut|disserta[cç]\p{L}*|tesis|tese|tf[gm]|tcc|trabajo final|trabalho final|\p{L}*arbeit|first[- ]class|honou?rs|upper|lower|distinction|merit|cum laude|grade|gpa|note|nota|média|minor|major|thesis|dissertation|schwerpunkt|fachrichtung|especialidad|especialidade|mención|ênfase|specialis\p{L}*|focus|part[- ]time|full[- ]time|berufsbegleitend|evening|online|presencial|a distancia|bilingü?e)(?!\p{L})/iu;

const isDated = (text: string, { title, role, period }: ExperienceAtom) =>
  year.test(`${text} ${title}`) || role?.from !== undefined || role?.to !== undefined || period !== undefined;

/** "Licenciatura em Gestão, IPS - faltam-me 4 cadeiras": nobody dates what is not there yet. */
export const isUndatedStudy = (text: string, [, to]: Range, atom: ExperienceAtom): boolean =>
  !isDated(text, atom) && remark.test(text.slice(to)) && !good.test(text.slice(to));

const itemEnd = /[.;|]|,(?=\s)/;
const spokenAt =
  /\d|(?<!\p{L})(?:home|hause|haus|casa|family|familie|familia|família|work|arbeit|beruf\p{L}*|trabajo|trabalho|daily|täglich\p{L}*|diari\p{L}*|since|seit|desde|years?|jahre\p{L}*|años|anos|lived|gelebt|vivi\p{L}*|morei|both|beide|ambos|also|auch|también|também|spoken|written|gesprochen|gut|good|buen\p{L}*|bom|boa|bem|well|sehr|very|muy|muito|level|niveau|nivel|nível)(?!\p{L})/iu;

/** "Rumano, cuatro palabras", "Alemán: me apunto": what is said of it is no level. */
export function isLanguageRemarked(text: string, [, to]: Range): boolean {
  const said = text.slice(to).replace(/^\s*[:,(–—-]\s*/u, '');
  const words = (said.split(itemEnd)[0] ?? '').trim();
  return (
    !/^(?:and|und|y|e|o|or|oder|ou)\s/.test(words) && /^\p{Ll}+(?:\s+\p{L}+)+/u.test(words) && !spokenAt.test(words)
  );
}
