/**
 * Small words that take something back, in four languages: that it is not so, only so far, not yet, wished for, over, or seen
 * and not done. They are few and close, unlike the ways of speaking they stand in, which nobody can list: where one of them
 * stands beside a name, the name is not said plainly.
 */
type Tongue = 'en' | 'de' | 'es' | 'pt';

const denying: Readonly<Record<Tongue, string>> = {
  en: 'no not never none nothing nor neither cannot hardly barely rarely seldom',
  de: 'nicht nichts nie niemals nirgends kein keine keinen keiner keinem keines weder kaum selten',
  es: 'no nunca jamas tampoco ningun ninguna ninguno nada ni apenas raramente',
  pt: 'nao nunca jamais nenhum nenhuma nada nem tampouco raramente',
};

const restricting: Readonly<Record<Tongue, string>> = {
  en: 'only merely just solely little superficially roughly rudimentary occasionally sometimes theory theoretical theoretically hobby almost nearly partly partially but however though although instead unfortunately',
  de: 'nur lediglich bloss wenig oberflachlich grob rudimentar gelegentlich manchmal ansatzweise theoretisch theorie hobby hobbymassig fast beinahe teilweise aber jedoch allerdings obwohl statt anstelle leider hochstens hineingeschnuppert angerissen zugesehen zugeschaut zuschauen',
  es: 'solo solamente unicamente poco poca superficialmente ocasionalmente teoria teorico teorica aficion casi parcialmente pero aunque sino desgraciadamente lamentablemente',
  pt: 'so somente apenas unicamente pouco pouca superficialmente ocasionalmente teoria teorico teorica passatempo quase parcialmente porem embora contudo infelizmente',
};

const waiting: Readonly<Record<Tongue, string>> = {
  en: 'yet soon eventually someday upcoming planned pending tomorrow will would want wants wish wishes hope hoping like interested keen curious eager goal dream paused pausing deferred unfinished incomplete abandoned failed expired lapsed forgotten rusty outdated',
  de: 'noch bisher bislang erst bald demnachst kunftig spater geplant anstehend ausstehend ausstehende offen will mochte wurde wollte interessiert neugierig interesse wunsch ziel traum pausiert ruht unterbrochen beginnt startet unvollstandig abgebrochen durchgefallen abgelaufen vergessen eingerostet verlernt veraltet kenne',
  es: 'antes objetivo sueno empieza comienza empezara pausado pausada interrumpido pausa todavia aun pronto proximamente pendiente pendientes quiero quisiera gustaria interesado interesada interesa ganas ilusion incompleto incompleta abandonado suspendido caducado caducada olvidado oxidado falta faltan',
  pt: 'objetivo sonho comeca comecara pausado pausada interrompido pausa inscrevi ainda brevemente pendente pendentes quero queria gostaria gostava interessado interessada vontade incompleto incompleta abandonado reprovado caducado vencido esquecido enferrujado falta faltam',
};

const observing: Readonly<Record<Tongue, string>> = {
  en: 'substituted glimpsed seen watched observed shadowed heard alongside beside demo tutorial webinar trial tried trying try toyed tinkered dabbled glanced ago anymore longer stopped refresher taster curiosity outsourced overdue renewal enrolled applied booked registering surrendered discarded waiting interests subcontracted contracted taster lesson lessons someday',
  de: 'zugesehen zugeschaut mitgelaufen reingeschnuppert gesehen beobachtet gehort angeschaut reingeschaut ausprobiert probiert vorgefuhrt hospitiert hospitation schnuppertag testzugang testversion demo webinar tutorial mal her wunschliste vertretungsweise aushilfsweise begonnen angefangen seitdem schulzeit gekundigt nachholen auffrischen ausbaufahig einarbeiten neugier liste einblick einblicke zugearbeitet zuarbeit ausgelagert versaumt verlangerung angemeldet verfallen verworfen zuhorer zuhorerin warteliste vergeben fremdvergeben verjahrt eingeschrieben schnupperkurs nebenbei laufend lauft',
  es: 'sustituido sustituida sustitui presenciado visto observado oido oidas demo tutorial webinar probado probe mirado empezado empece antiguamente curiosidad repasar desactualizado externalizado externalizada renovar renovarlo matriculado matriculada descartado descartada oyente asisti espera subcontratado subcontratada clases cursando entregar infancia',
  pt: 'substitui presenciei visto observado ouvido demo tutorial webinar experimentei mexi olhei comecei curiosidade rever desatualizado parei larguei terceirizado terceirizada renovar aula aulas descartado descartada ouvinte assisti espera subcontratado subcontratada gostava entregar entregue incompativel devolvida devolvido inscrito infancia cursando',
};

/** Verbs of what is or what others do: nobody speaks so of what they did themselves, unless they say "I". */
const ofOthers: Readonly<Record<Tongue, string>> = {
  en: 'goes belongs sits lies does handles prepares decides writes owns sends',
  de: 'macht machte machen ubernimmt ubernahm ubernehmen erledigte lag sitzt sitzen lief lauft wird wurde wurden ist war sind waren steht stand kommt kam gehort gehorte schreibt schrieb benutzt nutzt kummert betreut rechnet bucht plant kocht liefert pruft gibt nimmt bleibt hat stellt legt entscheidet bekommt fahrt baut',
  es: 'era fue estaba lleva llevaba hace hacia hacen corre encarga encargaba pertenece tiene tienen hizo hicieron prepara preparan elabora elaboran calcula calculan decide deciden dirige dirigen viene vienen pone ponen',
  pt: 'era foi estava faz fazia fazem fica ficava trata tratava pertence tem prepara preparam calcula calculam decide decidem elabora elaboram vem vinha leva levam cuida cuidam',
};
const oneself: Readonly<Record<Tongue, string>> = {
  en: 'i me my we',
  de: 'ich mir mich mein meine meinem meiner wir',
  es: 'yo me mi mis nosotros',
  pt: 'eu me',
};

/** Words that deny in one language and are harmless in another: they count where the language is known. */
const ofOneTongue = new Set(
  'no so mas sin like will just once fast little offen wish ni visto only her mal try list'.split(' '),
);

const groups = { denying, restricting, waiting, observing } as const;

const wordsOf = (tongue: Tongue): ReadonlySet<string> =>
  new Set(Object.values(groups).flatMap((group) => group[tongue].split(' ')));

const tongues: readonly Tongue[] = ['en', 'de', 'es', 'pt'];
const byTongue = tongues.map(wordsOf);
const anywhere = new Set(byTongue.flatMap((words) => [...words].filter((word) => !ofOneTongue.has(word))));

const sets = (lists: Readonly<Record<Tongue, string>>) => tongues.map((tongue) => new Set(lists[tongue].split(' ')));
const [others, self] = [sets(ofOthers), sets(oneself)];

const theirs = new Set(
  'macht ubernimmt ubernahm lag lief lauft wird wurde wurden kummert schrieb llevaba hacia encarga fazia fica ficava tratava'.split(
    ' ',
  ),
);
const mine = new Set(self.flatMap((words) => [...words]));

/** Whether these words of a stretch speak of others: a verb that is theirs, and nowhere "I". */
export function speaksOfOthers(words: readonly string[], tongue: number | undefined): boolean {
  const [verbs, own] = tongue === undefined ? [theirs, mine] : [others[tongue], self[tongue]];
  // "Drei Auszubildende am Empfang betreut": at the end it is what was done.
  const told = words.at(-1) === 'betreut' || words.at(-1) === 'benutzt' ? words.slice(1, -1) : words.slice(1);
  return !words.some((word) => own?.has(word)) && told.some((word) => verbs?.has(word));
}

/** English words are read in every language, but for those that mean something else there. */
export function isDoubtWord(word: string, tongue: number | undefined): boolean {
  if (tongue === undefined) return anywhere.has(word);
  return (
    byTongue[tongue]?.has(word) === true || (tongue !== 0 && !ofOneTongue.has(word) && byTongue[0]?.has(word) === true)
  );
}
