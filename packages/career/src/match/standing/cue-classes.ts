/**
 * Words of four languages that may turn what is said of a name, in classes: what is learned of "caducado" holds for "expired".
 * A word alone decides nothing, and may stand in several classes. Folded as words are compared; a star stands for any ending.
 * The table of standings is learned with them: whoever changes a line makes it again (`standing-build`).
 */
const cueClasses: Readonly<Record<string, string>> = {
  lapsed:
    'expired expires expir* lapsed lapse* abgelaufen* verfallen erloschen caduc* vencid* venceu ungultig rusty eingerostet verlernt olvidad* esqueci* forgot* oxidad* enferrujad* surrendered inactiv* inativ* baixad* outdated vencia perdid* agotad* inhabilitad* verpasst* versaumt* gultigkeit abgemeldet desatualizad* desactualizad* ausgelaufen',
  before:
    'until bis hasta ate former* fruher* ehemals ehemalig* damals antes anterior* antig* ago einst previously zuletzt earlier nineties neunziger noventa milenio longo jahrzehnten lang estudiante',
  current:
    'renewed renewal renew* current valid gultig* verlangert* aufgefrischt erneuert rezertifiziert vigente* vigor renovad* revalid* renovei renove actualizad* atualizad* aktuell refreshed updated reciclaje aktiv* active activ* ativ* registered eingetragen colegiad* vereidigt',
  ongoing:
    'enrolled studying progress ongoing laufend* lauft laufen begonnen angemeldet eingeschrieben immatrikuliert cursando matriculad* inscrit* andamento decorrer currently derzeit zurzeit gerade momento preparando apuntad* tirando estudiando estudando vorbereitung arbeit arranca tramite obtained being academia cursa preparo stecke mitten',
  coming:
    'will planned plan plane planen booked gebucht geplant soon bald demnachst next nachst* kommend* proxim* breve prevista prevista* previsto* vorgesehen upcoming start starts starting beginnt beginne empiez* empezar* comec* marcad* scheduled agendad* date termin tomorrow spring autumn herbst fruhjahr sommer summer otono verano convocad* diary 2027 2028 2029 2030 paperwork anmeldung inicia iniciar vou voy werde wird forthcoming lunes',
  exam: 'exam exams examination test prufung* klausur* examen examenes prova provas exame exames assessment* viva osce',
  passed:
    'passed bestanden* aprobad* aprobe aprovad* superad* completed abgeschlossen* abschluss concluid* finished graduated awarded terminad* obtenid* obtid* diploma merit distinction holder homologad* staatlich* urkunde gesellenbrief',
  brokenOff:
    'failed abgebrochen* aufgehort dropped withdrew quit left gave abandon* suspend* suspens* suspenso desisti* deixei deixou deje dejado trancad* tranquei trancou larguei reprov* durchgefallen unterbrochen exmatrikuliert paused pausiert ruht deferred aplazad* adiad* stopped parei abgesagt',
  missing:
    'missing outstanding pending fehlt fehlen offen aus ausstehend* pendiente* falta faltan faltam quedan remaining unfinished incomplet* inconclus* unvollendet medias metade entregar submit',
  month:
    'january february march april may june july august september october november december januar februar marz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro jan feb mar apr jun jul aug sep sept oct okt nov dec dez',
  denial:
    "no not never none nicht nie kein* nein niemals ohne without nunca nada ningun* nenhum* nao jamas sin sem cannot nothing neither nor tampoco tambien? weder noch don doesn didn haven hasn isn wasn can't leider except bar excepto exceto salvo menos auser ausser aparte impossible imposible unmoglich contraindicad* unable bleibt nichts niemand nadie ninguem isn wouldn won",
  little:
    'little bit basic basics beginner* wenig* kaum bisschen grundkenntnis* poco pouco poca pouca basico* basica* rudiment* nociones nocoes tourist* holiday* urlaub minimo justo justito minim* few etwas einfache* simple* hausgebrauch rusty a1 a2 elementary mal halbwegs ausreichend superficial* smattering anfanger* enough rough* grob ansatzweise oberflachlich* algun alguna algum alguma pasada probehalber saludos numeros words worter palabras palavras phrases nebenbei occasional* gelegentlich ocasional* fundamentos uberblick overview conceptos einblick* introduc* einfuhrung* grundseminar grundkurs* familiari*',
  seen: 'watched watching observed observing observ* shadowed shadowing saw seen zugesehen zugeschaut hospit* beobacht* mirar ver vi vendo viendo oyente ouvinte visita visite visitei demo tutorial* schnupper* tried probiert ausprobiert attended besucht look looked reingeschaut angesehen gesehen visto mirando assisti shoulder begleitet accompanied acompan* interpret* translated liaison schnittstelle filed chased coursera youtube online video videos books book libro livro',
  course:
    'course courses kurs* lehrgang lehrgange curso cursos training schulung* formacion formacao workshop* taller oficina seminar* webinar* evening vhs module modul* fortbildung* day tageskurs',
  wish: 'would like want wants wanted hope hoping wish keen interest* mochte* wurde gern* gerne wunsch* gustaria quisiera quiero gostaria quero pretend* ojala sonho sueno dream* reizt ziel interesse* love goal traum intencion vontade eager attracted open aberta aberto abierto abierta lernbereit bereit angestrebt ambicion ambicao ambition suche procuro sofort willing happy interested might could konnte konnen aspir* prefer daria',
  learn: 'learn learning lernen lerne gelernt aprender aprend* beibringen teaching study',
  family:
    'wife husband brother sister mother father son daughter cousin uncle aunt niece nephew ehemann ehefrau mann bruder schwester mutter vater sohn tochter schwager* schwagerin mujer marido hermano hermana padre madre hijo hija cunad* primo tio tia esposa esposo irma irmao mae pai filh* cunhad* sobrin* eltern parents grandparents oma opa padres avos abuel* dad mum girlfriend boyfriend freundin novio novia neighbour* nachbar* vecin* vizinh* friend* amigo* suegr* sogr* yerno genro schwieger* nuera nora inlaws abuelos grandma grandad nanny babysit* family familia familie',
  colleague:
    'colleague* kolleg* companer* colega* team teams mate coworker* equipo* equipe equipa kollegium others andere* anderen otros outros outro otra somebody someone jemand deren their his her ihr ihre ihren su sus seu sua dele dela alguien alguem companion moca frau kumpel mitarbeiter* staff',
  boss: 'boss manager managers chef* leiter* leitung director* head supervisor* vorgesetzt* jefe* jefa* encargad* gerente* patrao chefe* dueno* dono* owner* inhaber* lead leads polier meister* foreman geschaftsfuhr* filialleit* captain matron landlord doutor patroa jefes lehrer* coordenador* coordinador* socio socia principal',
  external:
    'agency agencies agentur* contractor* bureau freelanc* consultant* consultan* dienstleister* fremdfirma extern* subcontrat* subunternehmer* terceiriz* gestoria* consultor* firma firm agencia* outsourc* supplier* zulieferer contrata ajeno headquarter* zentrale central sede hired insurer* bauherr* builder* integrador* instalador* installer* kunde kunden client* cliente* surveyor* lieferant* proveedor* fornecedor* spedition* druckerei empresa companhia company provider vendor* ingenieurburo labor*',
  profession:
    'accountant* solicitor* lawyer* anwalt* anwaltin steuerberat* steuerburo contable* contador* contabilista* abogad* advogad* juridic* legal arzt* arzte doctor* medic* nurse* nurses enfermer* pflegekraft* fachkraft architekt* architect* arquitect* arquitet* engineer* ingenieur* ingenier* engenheir* electrician* elektriker* electricist* eletricist* dispo* department abteilung* departamento* buro specialist* spezialist* especialista* nutricionist* notar* techniker* technician* surveyor* chemist* pharmac* farmac* apothek* tierarzt* veterinar* notari* traumatolog* psicolog* psycholog* therapeut* terapeuta* fisio* fontaner* canaliz* plumber* chemiker* betreuer* designer* disenador* programmierer* entwickler* developer* fotograf* photograph* ubersetzer* traductor* tradutor* zahnarzt* dentist* laborant* hebamme* schlosser* monteur* trainer*',
  theyDo:
    'does handles runs keeps macht machen ubernimmt ubernehmen erledigt hace hacen lleva llevan faz fazem cuida cuidam fuhrt regelt looks signs signed writes pflegt betreut kummert unterschreibt firma firman leva levam prepara preparan preparam rechnet schreibt schreiben manages manage done gemacht hecho feito monta montan montam baut bauen builds build produces liefert liefern delivers creates saca sacan lanza lanzan',
  goesTo:
    'goes go geht gehen liegt bei gehort belongs fica ficam queda corresponde handed ubergeben weitergegeben refer referred manda mandan mandamos outsourced',
  own: 'i my ich mein* yo mi mis eu meu minha meus me mich mir selbst myself allein* alone sozinh* own eigen* proprio propria personally personalmente wir we nos nosotros sola mine mios unser* nuestr* noss* our',
  helped:
    'help* assist* support* helf* half geholfen mithilfe mitgeholfen unterstutz* ayud* ajud* apoy* apoio apoiei zuarbeit aushilf* ausgeholfen covered covering stood vertret* sustitu* substitu* cobri* cobertura hand eingesprungen',
  long: 'years year jahre* jahr anos ano jahrzehnt* decade* decada* yrs',
  short:
    'months month days weeks week day monat* wochen woche tage tag dias dia semana* meses mes afternoon* hours hour stunde* horas hora once einmal vez veces twice zweimal weekend* wochenende* paarmal fortnight minutes praktikum practicas estagio internship placement cursinho crash wochenendkurs internship* beca',
  often:
    'daily taglich weekly wochentlich diari* every jede* cada todos todas semanal* regular* always immer siempre sempre full vollzeit nightly',
  since: 'since seit desde now heute jetzt today hoy hoje actualidad atual present',
  only: 'only nur solo so apenas just bloss somente solamente lediglich mostly',
  contrast:
    'but aber jedoch pero mas porem sondern sino although obwohl aunque embora however though while wahrend dafur instead',
  part: 'half halb* part teil* semester* semestre* period* credit* ects unit units papers term terms asignatur* cadeira* disciplin* scheine stage phase first erste* primer* segundo* second zweite* dissertation thesis masterarbeit bachelorarbeit abschlussarbeit tese tfg tfm tcc',
  school:
    'school schule* schul* abitur gcse gcses instituto escola escolar colegio university uni universidad* universidade* faculdade college studium degree unterricht classroom klasse gymnasium institut academy akademie academia',
  refused: 'offered declined turned abgelehnt angeboten rechac* ofreci* recus* convid* refused rejected verzichtet',
  waiting:
    'applied waiting warteliste beantragt antrag beworben solicitad* espera aguard* tramite accepted candidat* review application zugelassen admitted registriert registered',
  reading:
    'read reading understand* versteh* lese lesen entiend* leo leer entend* leio leitura listening passiv* speak spreche sprechen hablo hablar falo falar',
  fluent:
    'native fluent* muttersprach* fliessend verhandlungssicher nativ* fluente* bilingu* zweisprachig b2 c1 c2 advanced avanzad* avancad* sicher* perfekt* excellent expert* fit grew',
  led: 'led built managed introduced wrote trained responsible verantwort* geleitet aufgebaut eingefuhrt geschrieben entwickelt durchgefuhrt dirigi lidere liderei monte montei implante implantei coordin* coorden* gestion* redact* elabor* desarroll* desenvolv* realic* realiz* designed developed created delivered installed',
  switched:
    'replaced replacing abgelost umgestellt ersetzt sustituid* substituid* trocamos cambiamos switched moved wechsel* instead anymore mehr mas handed gave abgegeben left took',
  hobby:
    'hobby hobbies aficion passatempo privat* domingo sunday* casa home zuhause hause daheim freizeit lazer ocio friends freunde amigos bizcocho dach ehrenamt* volunteer* voluntari* spielerei familienfeier weihnachten christmas garage',
  whom: 'for fur para per por von by bei mit with con com to an a ao al pelo pela from via durch',
  most: 'very sehr muy muito most meist* all alle todo tudo every complete* komplett* whole entire fully ganz',
  recently: 'lately recently neulich kurzlich recien recem just acabo acabei frisch fresh new neu nuevo novo',
  still: 'still noch todavia aun ainda yet schon already ya ja bereits',
  because:
    'because weil da porque since wegen due mangels por zu too health gesundheit* kids kinder ninos filhos knee rucken espalda',
  money: 'paid bezahlt pay pagar pago kosten hired contratad* beauftragt vergeben vergibt encargamos',
  were: 'was were war waren era eran eram estaba estava fue foi had hatte hatten tenia tinha tenian',
  department:
    'sistemas informatica compras calidad qualidade ventas vendas produccion producao vertrieb einkauf edv it controlling data finance finanzas financeiro sales purchasing engineering marketing redaktion technik konstruktion werkstatt taller oficina verwaltung personalabteilung hr rrhh rh tecnica planung logistik',
};

const [exact, beginnings] = [new Map<string, number[]>(), new Map<string, number[]>()];
Object.values(cueClasses).forEach((words, place) => {
  for (const word of words.split(' ')) {
    const [map, key] = word.endsWith('*') ? [beginnings, word.slice(0, -1)] : [exact, word];
    map.set(key, [...(map.get(key) ?? []), place]);
  }
});

const known = new Map<string, readonly number[]>();
const shortest = 3;

/** The classes a word stands in, by their places in the list; those of the whole word come first. */
export function classesOf(word: string): readonly number[] {
  const kept = known.get(word);
  if (kept !== undefined) return kept;
  const found = new Set(exact.get(word));
  for (let size = shortest; size <= word.length; size++)
    for (const place of beginnings.get(word.slice(0, size)) ?? []) found.add(place);
  const places = [...found];
  if (known.size < 100_000) known.set(word, places);
  return places;
}
