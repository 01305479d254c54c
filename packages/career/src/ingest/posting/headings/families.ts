/**
 * What headings are about by the roots of their words, whatever phrase they make of them: "Fatores preferenciais", "Otras
 * ofertas que te pueden interesar", "What you don't need", and what sentences say with the same words: "Conta a teu favor".
 */
import { wishes } from '../../../domain/cues/wishing.js';
import type { SectionKind } from './section-kind.js';

/** Nothing under such a heading is asked of anybody, whatever it says. */
const ofNobody: readonly RegExp[] = [
  // Other jobs, and the page itself.
  / (?:similar|related|more|other|further|latest|recent|recommended|featured) (?:\w+ )?(?:jobs?|roles|vacancies|openings|positions|opportunities|posts) | (?:also (?:viewed|liked|applied|interest)|jobs? like this|might also like|may also like) /,
  / (?:weitere|ahnliche|andere|neueste|passende|verwandte) (?:\w+ )?(?:stellen\w*|jobs?|angebote|anzeigen|positionen|ausschreibungen) | auch interessieren | interessieren konnte | auch angesehen /,
  / (?:otr[ao]s|mas|ultimas) (?:\w+ )?(?:ofertas|vacantes|empleos|puestos|anuncios) | (?:ofertas|vacantes|empleos|anuncios|puestos) (?:similares|relacionad[ao]s|parecid[ao]s|recientes|destacad[ao]s) | (?:pueden?|podrian?) interesar\w* | tambien te /,
  / (?:outras|outros|mais|ultimas) (?:\w+ )?(?:vagas|ofertas|anuncios|oportunidades|empregos) | (?:vagas|ofertas|anuncios|oportunidades|empregos) (?:semelhantes|similares|relacionad[ao]s|parecid[ao]s|recentes) | (?:pode|podem|podera) interessar\w* /,
  / (?:don't care|doesn't matter|egal|da igual|nos da igual|no importa|nao importa|tanto faz) /,
  / (?:cookies?|newsletter|imprint|impressum|follow us|folge uns|siguenos|siga-nos|share this|teilen|compartir|partilhar|compartilhar|tags|schlagworter|etiquetas) /,
  // What is expressly not asked.
  / (?:don't|do not|won't|will not|needn't|need not|needn t) (?:actually |really |strictly )?(?:need|have to|require|expect|ask|matter|care|mind) | (?:not|isn't|aren't) (?:\w+ )?(?:needed|necessary|looking for|asking for) | no need for /,
  / (?:brauchst|brauchen|benotigst|benotigen|musst|mussen|erwarten|verlangen) (?:\w+ ){0,2}(?:nicht|kein\w*) | nicht (?:brauchst|brauchen|mitbringen|konnen|notig|erforderlich|notwendig) /,
  / no (?:te |se )?(?:necesitas|necesita|hace falta|hacen falta|pedimos|pide|piden|exigimos|exige|es necesari\w|hay que) | sin necesidad de /,
  / nao (?:e |se |te )?(?:precisas?|pedimos|pede|exigimos|exige|necessari\w|e preciso|precisa) /,
];

const wished =
  / (?:\w*prefer(?:red|ably|ence|able|ente|ida|ido|ivel|encia|encias|encial|enciais|entes)|bevorzugt\w*|wunschenswert\w*|erwunscht|desir\w+|desea\w+|deseja\w+|\w*vorteil\w*(?! fur)|pluspunkt\w*|bonuspunkt\w*|zusatzpunkt\w*|valorable\w*|valorar\w*|valorativos|valorizad\w+|valorizamos|diferenciad\w+|diferencia(?:l|is)|optional\w*|opciona(?:l|is|les)|advantag\w+|extras?|plus|bonus|mais-valias?|nice-?to-?haves?|nicht bedingung|kein muss|keine bedingung|not essential|no imprescindible\w*|no excluyente\w*|nao obrigatori\w+|sin ser imprescindible\w*|destac\w+|sumar\w*|suma|puntos?|pontos? extra|(?:if|si|se|wenn|falls|solltest|sollten)(?: you| du| sie)? (?:also|ademas|alem disso|auch noch|zusatzlich|daruber hinaus)|(?:mejor|melhor|besser) (?:todavia|aun|ainda|wenn)|ajuda se|helps but|gan(?:a|as|ha|has|haras|aras) (?:enteros|pontos|puntos)|ilusion|thrilled|impress|gold stars?|cherry|kirsche|sahne\w*|kur|tupfelchen|aprecia-?\w*|nicer|besonders freut|freut uns) |^ (?:nice|lovely|great|top|super|gerne?)(?: extras?| if you have)? $/;

/** Somebody is described, or something is said to be the least: "O perfil ideal", "Deal-breakers", "Lo mínimo". */
const demanded =
  / (?:non-negotiables?|deal-?breakers?|toolkit|toolbox|werkzeugkasten|rustzeug|handwerkszeug|mochila|bagagem|backpack|eintrittskarte|(?:the|o|lo|das) (?:essentials?|basics|essencial|esencial|minimo|minimum|notigste)|unverzichtbar\w*|unbedingt|(?:nao|no) (?:pode|puede) faltar|condiciones (?:para optar|de acceso)|condicoes de acesso|should apply|can apply|ideal (?:person|candidate|applicant|fit)|(?:person|candidat\w|perfil) ideal|things we look for|we look for|hoping for|tick (?:list|these|the)|(?:love|like) to (?:meet|hear from)|wunsche an|para ti se|para voce se) /;
const saidOfUs = / (?:wir punkten|womit wir|we score|our promise) /;
const butWelcome = / (?:but|aber|pero|mas|though|jedoch) /;

/** Words by which the whole heading is about what is given, so that "preferred" or "plus" means nothing. */
const given =
  / (?:benefits?|beneficios|salary|salario|vorteile fur|deine vorteile|ihre vorteile|ventajas|vantagens|regalias|perks) /;

/** `text` as it stands, `said` folded with a space at either end. */
export function familyOf(
  text: string,
  said: string,
): { readonly kind: SectionKind; readonly sure: boolean } | undefined {
  if (saidOfUs.test(said)) return { kind: 'other', sure: false };
  if (ofNobody.some((words) => words.test(said)))
    return butWelcome.test(said) ? { kind: 'preferred', sure: false } : { kind: 'foreign', sure: true };
  if (demanded.test(said)) return { kind: 'required', sure: false };
  return (wished.test(said) || wishes.test(text)) && !given.test(said) ? { kind: 'preferred', sure: false } : undefined;
}
