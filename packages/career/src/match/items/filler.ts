/** Words that carry no requirement of their own, in four languages: grammar, praise, and how postings and resumes talk. */
const words = `
a about above across after again all also an and any are as at be because been before being below between both but by can could
did do does doing down during each etc few for from further had has have having he her here hers him his how i if in into is it
its itself just may me might more most must my no nor not now of off on once one only or other our ours out over own per same
shall she should so some such than that the their theirs them then there these they this those through to too under until up
upon us very via was we were what when where which while who whom why will with within without would you your yours am been
ability able abilities advantage aptitude background based basic basis beneficial bonus candidate candidates capable certain
clear comfortable common comparable competence competencies competent competently completed confident confidence current daily deep demonstrable
demonstrate demonstrated desirable desired detailed different directly diverse e.g. effective effectively end enjoy ensure
environment environments equivalent especially essential established excellent exceptional experience experienced experiences
expert expertise exposure extensive familiar familiarity field fields first former full fully general good great hands handle
hands-on help high highly hold holding ideal ideally including independent industry key kind know knowledge large least level
like likely long love main mainly major make making mandatory max minimum modern multiple necessary need needed new nice number
on-the-job part passion passionate person personal plus position possess practical practice preferably preferred present
previous prior profession professional proficiency proficient profound proven provide range record relevant required
requirement requirements responsible role roles sector several similar since skill skilled skills small solid sound specialist
strong successful successfully suitable sufficient support take team teams technique techniques thorough time together top
track type types typical understanding understand use used user users using usually valid variety various verifiable well wide
willing willingness within work worked working works world year years month months day days week weeks hour hours
minimum at-least ideally advanced intermediate expert-level background knowledge-of related relevant-experience area areas
task tasks job jobs career company companies business businesses setting settings etc including include includes
ab alle allem allen aller alles als am an auch auf aus bei beim bereits bis bzw da damit dann das dass dein deine dem den der des die
dies diese diesem diesen dieser dir du durch ein eine einem einen einer eines er es etwas euch fur gegen hat haben hier hohe
hohes hoher ich ihr ihre ihrem ihren ihrer im in ins ist ja jede jeder kann konnen mehr mehrere mehreren mehrjahrige
mehrjahriger mehrjahrigen mit nach nicht noch nun nur ob oder ohne sehr sein seit sich sie sind so sowie uber um und uns unser
unsere unter viel viele vom von vor war waren was wenn wer werden wie wir wird wurde zu zum zur zwischen
abgeschlossen abgeschlossene abgeschlossenes abgeschlossener anwendung anwendungssicher arbeit arbeiten arbeitest arbeitsweise
aufgaben ausgepragt ausgepragte bereich bereichen bereit bereitschaft berufserfahrung beruflich berufliche einschlagig
einschlagige einschlagiger erfahren erfahrene erfahrung erfahrungen erforderlich erste ersten erwunscht fachlich fahigkeit
fahigkeiten fundiert fundierte fundierten gangige gangigen gerne gut gute guten guter gutes grundkenntnisse idealerweise jahr
jahre jahren mindestens kenntnis kenntnisse kenntnissen langjahrige notwendig nachweisbar nachweisbare praktische
praxiserfahrung person rahmen sicher sichere sicherer sicheren sowohl stark tatigkeit tatigkeiten umfassende umfeld umgang
verfugen verfugung verstandnis versiert vertraut vergleichbar vergleichbare vergleichbarer vorhanden voraussetzung vorteil
vorzugsweise weitere wunschenswert zwingend branche beruf position stelle nutzung einsatz bringen mitbringen besitzen besitz
zusammen verantwortlich zustandig gesammelt sammeln kennen konnen praxis
algun alguna al alta alto ante antes anos ano asi aun buen buena buenas bueno buenos cada capacidad como con conocimiento
conocimientos contar cual cuando de del desde deseable donde dos durante e el ella ellas ellos en entre eres es ese eso esta
estamos estar este esto experiencia experto fue gran hacer hasta haber imprescindible la las le lo los manejo mas maximo media
medio menos mes meses mi minima minimo mis muy necesario ni nivel nos nosotros o otra otras otro otros para persona personal
plus por porque posible preferentemente previa previo profesional profesionales puesto que quien requiere requisito se sector
segun ser si sin sobre solida solido solidos son su sus tal tambien tanto te tener tiempo tienes todo todos trabajar trabajo tu tus
un una unas uno unos usuario uso valorable valora valorara ya y acreditada acreditable demostrable similar similares area areas
amplia amplios dominio habilidad habilidades tareas funciones entorno entornos realizar realizacion puestos equivalente
disponer disponible disponibilidad aportar
a ao aos aquele aqui as ate bem boa boas bom bons cada capacidade com como competencias conhecimento conhecimentos da das de
depois desde desejavel do dois dominio dos e ela elas ele eles em entre era essa esse esta este eu experiencia experiencias foi
for funcao gosto grande ha isso ja la lhe mais maior mas me mediante meses mesmo meu minha minima minimo muito na nas nao nem
nivel no nos nosso num numa o obrigatorio os ou outra outras outro outros para pela pelas pelo pelos perfil pessoa pode por
possuir pratica preferencialmente previa profissional qual qualquer quando que quem requisito sao se sem ser seu seus sim so
sobre solida solidos sua suas tambem te tem ter todo todos trabalho trabalhar um uma utilizacao vaga valorizado voce ambiente
ambientes area areas setor comprovada comprovado similar similares demonstrar otima otimo habilidades tarefas funcoes anos ano
vontade disponibilidade disponivel equivalente
fluent fluently fluency spoken written verbal wort schrift verhandlungssicher verhandlungssichere fliessend fliessende fliessendes
avancado avancada avanzado avanzada fluido fluente nativo nativa native muttersprache mother tongue a1 a2 b1 b2 c1 c2 cefr
hablado escrito falado escrita language languages sprache sprachen sprachkenntnisse idioma idiomas lingua linguas
klasse class category categoria clase licence license licences licenses licensed valid certificate certificates certification
certified certificado certificada certificacao certificacion zertifikat gultig gultiger gultige vigente vigor
never keine kein keinen keiner nicht nie nunca nenhum nenhuma ningun ninguna sem ohne sin
preparation preparing carrying performing conducting undertaking completing completion creation creating execution handling
erstellung erstellen durchfuhrung durchfuhren vorbereitung bearbeitung umsetzung ausfuhrung fuhren elaboracion elaborar
preparacion ejecucion realizacao elaboracao preparacao execucao
degree degrees diploma abschluss titulo studium subject discipline apprenticeship ausbildung formacion formacao formation curso
ihk hwk tuv dekra mind std intermediario intermediaria intermedio intermedia intermediate evidence proof rama ramo fachrichtung comprovativo comprovacao
run running runs ran know knows knowing happy own enough something anything everything answer question questions asked behind
anger registered registration registrations membership member members check checks access active activo activa ativo ativa valida
valido inscricao inscripcion inscrito inscrita inscritos registro registo registrado registrada eignung mitgliedschaft mitglied
conocer conoce conozca conozcas manejar maneja maneje llevar llevado leer leitura ler lesen sepa saber hablar dominar domina
fundamental necesaria imprescindibles exigida exigido exigimos mejor ademas dafur wissen unerlasslich gesehen gern bedingung
haber haya hayas tenga tengas busca buscamos pedimos precisa precisas terminado terminada completa completo
around aber wenigstens extra zudem ausserdem pero mindest routine post berufspraxis niveau hohem praktische praktischer carry basico basicos basica basicas elementary elemental elementales solidas profundo
profundos profunda profundas amplio amplias extenso extensa extensos extensas excelente excelentes grandes avanzados avanzadas
avancados avancadas otimos otimas concluido concluida concluidos concluidas completado completada finalizado finalizada finished
concluded aprobado aprobada aprovado aprovada neue neuer neuen neues neuem nuevo nueva nuevos nuevas novo nova novos novas alternate
occasional occasionally gelegentlich gelegentliche gelegentlichen regular regularly regularmente regelmassig regelmassige
regelmassiger regelmassigen calm calmly ruhig ruhige ruhiger ruhigen quick quickly prompt promptly careful carefully safe safely zugig zugige schnell
schnelle schneller rapido rapida agil agiles directo direto direkte direkter direkten tiefe vertiefte vertieften
ausgezeichnete ausgezeichneten hervorragende hervorragenden umfangreiche breite eficaz eficiente efficient selbststandig selbststandige
selbststandigen eigenstandig eigenstandige eigenstandigen independently autonomous autonoma autonomo accurate accurately genau
genaue preciso correct korrekt korrekte professionell professionelle verantwortungsvoll verantwortungsvolle taglich tagliche taglicher diaria
diarias habitual habituales constant correcto correcta propia propio proprio propria eigene eigenes eigener
entsprechende entsprechender adecuado adecuada adequado adequada complete
routiniert routinierte routinierter routinierten qualifikation qualifikationen qualification qualifications qualified qualifizierung learn learning lernen aprender strongly fit must-have should minimum years-of zusatzausbildung zusatzqualifikation freundlich freundliche freundlicher freundlichen friendly amable amables cordial humanizado trade post-qualification post-registration fahrpraxis branche langjahrige langjahriger langjahrigen sector ramo nach-weis bezug hinsicht thema themen rund
`;

export const fillerWords: ReadonlySet<string> = new Set(
  words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.normalize('NFKD').replace(/\p{M}/gu, '')),
);
