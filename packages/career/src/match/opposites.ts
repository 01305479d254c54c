/**
 * Words that shut each other out where they say which kind of a thing is meant: who has worked with low voltage has not shown
 * high voltage. Four languages; each entry is one side against the other.
 */
import { foldedInPlace } from './items/papers.js';

const pairs: readonly (readonly [string, string])[] = [
  ['high|hochspannung\\w*|hoch|alt[ao]s?', 'low|niederspannung\\w*|niedrig\\w*|baj[ao]s?|baix[ao]s?'],
  ['primary|grundschul\\w*|primaria|primari[ao]', 'secondary|sekundar\\w*|secundari[ao]|secundaria'],
  ['indoor|innen\\w*', 'outdoor|aussen(?!dienst)\\w*'],
  ['inbound|incoming', 'outbound|outgoing'],
  ['b2b|business-to-business', 'b2c|business-to-consumer'],
  ['adult|adults|erwachsene\\w*|adult[oa]s?', 'p[ae]ediatric\\w*|children|kinder\\w*|pediatri\\w*|infantil\\w*'],
  ['front-?end', 'back-?end'],
  ['advanced level|expert level', 'foundation level'],
  ['advanced life|soporte vital avanzado|suporte avancado', 'basic life|soporte vital basico|suporte basico'],
  ['residential|domestic', 'commercial|industrial'],
  ['civil', 'criminal|penal'],
  ['grado superior|tecnico superior|cfgs|fp superior', 'grado medio|tecnico medio|cfgm|fp medio'],
  ['large animal\\w*|grosstier\\w*', 'small animal\\w*|kleintier\\w*'],
];

const whole = (side: string) => new RegExp(`\\b(?:${side})\\b`);
const sides = pairs.flatMap(([one, other]): [RegExp, RegExp][] => [
  [whole(one), whole(other)],
  [whole(other), whole(one)],
]);

/** The claims show the other kind, and none of them the one that is asked for. */
export function showsTheOpposite(asked: string, shown: readonly string[]): boolean {
  const said = foldedInPlace(asked);
  const asking = sides.filter(([own, other]) => own.test(said) && !other.test(said));
  if (asking.length === 0 || shown.length === 0) return false;
  const texts = shown.map(foldedInPlace);
  return asking.some(([own, other]) => texts.every((text) => other.test(text) && !own.test(text)));
}
