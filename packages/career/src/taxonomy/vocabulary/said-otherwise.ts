/**
 * How people tell in a resume what postings have a name for: further names of concepts that are listed elsewhere, in English,
 * German, Spanish and Portuguese. `_` stands for up to three words of any kind, as in the other lists.
 */
export const saidOtherwise = `
cissp: certified information systems security professional |  |  | 
own vehicle: licence and car, licence and own car, full licence and car | fuhrerschein und auto, fuhrerschein und pkw | carnet y coche, carne y coche, carne b y coche, carnet b y coche, carnet de conducir y coche | carta e carro, carta e viatura, carta de conducao e carro
supervising students: supervision of trainees, supervising interns, looked after interns, mentored trainees | betreuung von praktikanten, praktikanten angeleitet | supervision de becarios, tutora de practicas, tutorizar becarios | supervisao de estagiarios, orientacao de estagiarios, acompanhamento de estagiarios, orientacao de _ estagiarios
cism: certified information security manager |  |  | 
childcare: looked after _ toddlers, looked after _ children, looked after _ babies, minded children | betreute _ kinder, kleinkinder betreut, kinder gehutet | cuide _ ninos, cuidado de bebes | cuidei _ criancas, tomei conta de criancas
elderly care: looked after _ residents, looked after _ elderly, cared for _ elderly, cared for _ older people, helped residents wash | bewohner gepflegt, senioren betreut, pflegte _ bewohner | cuide _ ancianos, cuide _ mayores, atendi _ mayores | cuidei _ idosos, tratei de idosos, atendimento a idosos
intensive care: intensive care unit, critically ill, critical care, mechanically ventilated, icu nurse | intensivpatienten, intensivpfleger | pacientes criticos, paciente critico, cuidados criticos | doentes criticos, pacientes criticos, cuidados criticos
phlebotomy: took blood, drew blood, blood samples taken | blut abgenommen, blut abgenommen und, blutproben genommen, venenpunktion | extraje sangre, extracciones de sangre, saque sangre | colhi sangue, colheita de sangue, coleta de sangue, coletei sangue
medication administration: gave _ medication, gave _ medicines, gave iv drugs, gave _ injections, administered _ drugs | medikamente verabreicht, medikamente gegeben, spritzen gegeben, arzneimittel verabreicht | administre medicacion, puse inyecciones | dei medicacao, apliquei injecoes, ministrei medicamentos
vital signs: measured blood pressure, took blood pressure, checked _ observations | blutdruck gemessen, vitalwerte gemessen | tome _ constantes, medi la tension | medi a pressao, aferi pressao, sinais vitais aferidos
dental assistance: assisted _ dentist, chairside assistance, chairside assistant, dental procedures, assisted at the chair | stuhlassistenz, assistierte _ zahnarzt, zahnarztlichen assistenz | asistencia en gabinete dental, asisti al dentista | auxiliei o dentista, assistencia ao dentista
patient care: washed and dressed patients, looked after patients, tended patients | patienten betreut, patienten gewaschen | atendi _ pacientes, cuide _ pacientes | cuidei _ doentes, cuidei _ pacientes, atendi _ doentes
pharmacy: filled _ prescriptions, dispensing prescriptions, dispensed medicines | rezepte beliefert, medikamente abgegeben | despache recetas, dispensacion de recetas, dispense medicamentos | aviei receitas, dispensacao de receitas, dispensei medicamentos
caseload management: case management, managed a caseload, caseload of, held a caseload | fallfuhrung, falle gefuhrt | gestion de casos, casos a mi cargo, lleve _ casos | gestao de casos, acompanhei _ casos
teaching: gave lessons, delivered _ lessons, taught classes | gab unterricht, unterricht gegeben, unterricht erteilt | di clases, di clase, daba clases | dei aulas, dava aulas, lecionei
cash handling: balanced the till, operated the till, worked the till, counted _ till, cashed up, took payments | kasse bedient, kassierte, kassiertatigkeit, kassieren, an der kasse, kassendienst | cobre a clientes, cobro en caja, lleve la caja, cuadre de caja | operei a caixa, fecho de caixa, operadora de caixa, operador de caixa, fechamento de caixa
waiting tables: waited tables, waited on tables, served guests, served tables, serving guests, taking orders, took orders from guests, table service | gaste bedient, tische bedient, bediente gaste, bestellungen aufgenommen | atendi mesas, servi mesas, servicio de mesas, tomar comandas, atencion en sala | servi mesas, servico de mesa, servico de mesas, atendi mesas, atendimento de mesas
hotel reception: welcomed guests, checked guests in, checked in guests | gaste empfangen, gaste eingecheckt, hotelrezeption, gastebetreuung am empfang, hotelempfang | recibi a los huespedes, check in de huespedes, recepcion del hotel | recebi hospedes, check in de hospedes, rececao de hotel, recepcao do hotel
bartending: mixed _ cocktails, cocktail preparation, cocktail making, served drinks | cocktails gemixt, cocktails zubereitet | prepare cocteles, elaboracion de cocteles, cocteleria | preparei coqueteis, preparacao de cocktails, coquetelaria
cooking: cooked meals, cooked _ dishes, prepared hot meals, prepared meals, prepared dishes | kochte _ gerichte, gerichte gekocht, speisen zubereitet, warme speisen, warmer speisen, gerichte zubereitet | cocine _ platos, prepare platos, elabore platos, platos calientes | cozinhei _ pratos, preparei refeicoes, preparei pratos, confecao de refeicoes
food costing: calculated the cost of _ dish, calculated the cost of _ dishes, costed _ dishes, costed menus, recipe costing, menu costing | speisen kalkuliert, wareneinsatz kalkuliert | calcule el coste de los platos, escandallos, escandallo | fichas tecnicas de custo, calculei o custo dos pratos
cleaning: cleaned offices, mopped floors | zimmer gereinigt, buros gereinigt | limpie habitaciones, limpie oficinas | limpei quartos, limpei escritorios
housekeeping: cleaned hotel rooms, made up rooms | zimmer hergerichtet, betten gemacht | arregle habitaciones, camarera de pisos | arrumei quartos, camareira, arrumacao de quartos
plumbing: fixed _ leaks, repaired leaks, unblocked drains, fitted _ pipes, leak repair | lecks repariert, rohre verlegt, leitungen verlegt | arregle fugas, repare fugas, reparacion de fugas, desatasque tuberias | consertei vazamentos, reparei fugas, reparacao de fugas, conserto de vazamentos, desentupi canos
electrical installation: wired houses, wired _ houses, fitted _ wiring, installed wiring, electrical systems, rewired | leitungen gezogen, elektrische anlagen, elektrischen anlagen, kabel verlegt, verteiler gesetzt | cablee _ cuadros, tire cables, instalaciones electricas | cablagem, puxei cabos, instalacoes eletricas
vehicle mechanics: brake pads, shock absorbers, changed clutches, replaced clutches, suspension repair, serviced cars, repaired cars, engine repair | bremsen gewechselt, stossdampfer, bremsscheiben, autos repariert, inspektionen an pkw, fehlerdiagnose an fahrzeugen, storungen an pkw | frenos y suspension, amortiguadores, pastillas de freno, discos de freno, repare coches | pastilhas de travao, discos de travao, amortecedores, pastilhas de freio, reparei carros, correia dentada
bricklaying: laid bricks, laid blocks, built walls | mauern hochgezogen, mauerte, steine vermauert | levante muros, puse ladrillos, colocacion de ladrillos | assentei tijolos, levantei paredes, assentamento de tijolos
tiling: laid tiles, laid _ tiles, wall tiles, floor tiles | fliesen verlegt, fliesen gelegt | alicatado, alicate _ banos, colocacion de azulejos, puse azulejos, solado | assentei azulejos, assentamento de azulejos, colocacao de ladrilhos
painting and decorating: painted walls, painted _ ceilings, painted houses, interior painting | wande gestrichen, fassaden gestrichen, fassadenanstrich, zimmer gestrichen | pinte paredes, pinte pisos, pinte interiores | pintei paredes, pintei interiores, pintei casas
concreting: poured concrete, poured and finished concrete, concrete work, concrete floors | beton gegossen, betonierte, betoniert | verti hormigon, hormigonado, encofre | betonagem, betonei, concretagem
carpentry: built furniture, made furniture, built cabinets, built roof trusses, made windows and doors, fitted doors | mobel gebaut, schranke gebaut, mobelbau, turen eingebaut | hice muebles, fabrique muebles, monte muebles de madera | fiz moveis, fabriquei moveis, moveis de madeira
metalwork: bent sheet metal, cut steel, fabricated steel | stahl zugeschnitten, bleche gekantet | corte chapa, plegue chapa | cortei chapa, dobrei chapa
quality control: checked finished parts, inspected parts, checked parts, quality inspection, quality checks, inspected goods, checked product quality | teile gepruft, qualitat gepruft, qualitatskontrollen, sichtprufung | revise piezas, controle la calidad, inspeccion de piezas | inspecionei pecas, verifiquei a qualidade, inspecao de pecas
machining: operated lathes, turned and milled, wrote g-code | gedreht und gefrast, frasen programmiert, frasmaschinen programmiert | tornee piezas, frese piezas | torneei pecas, fresei pecas
inventory management: stock control, inventory control, kept stock, managed stock | bestande gezahlt, bestande gepflegt, lagerbestand gefuhrt | controle el stock, control de existencias, control de stock | controlei o stock, controle de estoque, controlo de stocks, contagem de estoque
order picking: picked orders, picked and packed, picking orders, packed orders | auftrage kommissioniert, ware kommissioniert, waren gepickt, kommissionieren von waren | prepare pedidos, picking | separei pedidos, separacao de pedidos, picking
logistics: scheduled shipments, scheduled _ shipments, arranged transport, arranged shipments, booked carriers, coordinated shipments, coordinated freight, inbound and outbound, incoming and outgoing shipments | sendungen disponiert, transporte organisiert, speditionen beauftragt, frachten gebucht | coordine envios, organice transportes, contrate transportistas, programe envios | coordenei expedicoes, organizei transportes, agendei cargas
freight forwarding: shipments with _ carriers, negotiated freight rates | frachten disponiert | fletes, contratacion de fletes | fretes, contratacao de fretes
route planning: planned _ routes, delivery routes, scheduled tours | touren geplant, routen geplant | planifique rutas, rutas de reparto | planeei rotas, planejei rotas, rotas de entrega
livestock: fed cows, fed cattle, raised cattle, beef cattle, reared calves, kept sheep, raised _ sheep, milked cows, raised pigs, bred cattle | kuhe gefuttert, futterung von _ kuhen, umgang mit nutztieren, nutztiere, rinder gehalten, tiere gefuttert, melken von _ kuhen | crie ganado, cuidado del ganado, alimente el ganado, ordene vacas | criei gado, tratei do gado, maneio de gado, manejo de gado, ordenhei vacas
agriculture: harvested crops, sowed, sowed and harvested, grew vegetables, grew crops | geerntet, acker bestellt, gemuse angebaut | coseche, siembra y cosecha, cultive, sembre | colhi, plantei e colhi, sementeira, semeei
irrigation: watered crops, irrigated | bewassert | regue, riego de cultivos, riego y fertilizacion | reguei, rega de culturas, irriguei
tractor driving: drove tractors, combine harvesters, operated tractors, tractor driver | traktor gefahren, schlepper gefahren | conduje tractores, tractorista, manejo de tractores | conduzi tratores, tratorista, operacao de tratores
gardening: trimmed hedges, planted beds, planted flowers | rasen gemaht, hecken geschnitten, beete angelegt | corte el cesped, pode setos | cortei relva, aparei sebes, cortei grama
bookkeeping: kept the books, kept books, posted entries, recorded transactions | bucher gefuhrt, belege gebucht, geschaftsvorfalle gebucht | registre asientos, lleve los libros | fiz a contabilidade, lancamentos contabilisticos, registei lancamentos
accounting: closed the books, month end closing, balance sheet accounts |  |  | 
accounts payable: supplier invoices, paid vendors, paid suppliers, paid invoices, processed invoices | eingangsrechnungen gebucht, eingangsrechnungen, lieferantenrechnungen | facturas de proveedores, pague a proveedores | faturas de fornecedores, paguei fornecedores, pagamento a fornecedores
accounts receivable: customer invoices, outgoing invoices | ausgangsrechnungen gebucht, ausgangsrechnungen, debitoren | facturas de clientes, cobros a clientes | faturas de clientes, contas a receber
credit control: chased overdue payments, chased payments, chased debtors, chased _ overdue, chased _ unpaid, collected debts, debt collection, dunning | mahnungen verschickt, mahnwesen, forderungen eingetrieben | reclame impagos, gestion de impagos, recobro | cobrancas, cobrei clientes em atraso, cobranca de devedores
invoicing: billed clients, billed customers, preparing invoices, issued invoices, wrote invoices | rechnungen geschrieben, rechnungen gestellt | emiti facturas, facture a clientes | emiti faturas, faturei
payroll: paid wages, calculated wages, ran payroll, calculated salaries | gehalter abgerechnet, lohne abgerechnet, rechnete _ gehalter _ ab | confeccione _ nominas, elabore nominas, elaboracion de nominas, hice _ nominas | processei salarios, processei a folha, processamento de salarios, folha de pagamento
tax: filed tax returns, prepared tax returns, prepared vat returns | steuererklarungen erstellt, umsatzsteuer angemeldet | presente el iva, presente impuestos, presentacion de impuestos, declaraciones de impuestos | entreguei o iva, declaracoes de impostos, declarei impostos
budgeting: prepared budgets, prepared _ budget, drew up budgets | budgets erstellt | elabore presupuestos, presupuestos anuales | elaborei orcamentos
financial analysis: built financial models, dcf and lbo models, dcf models, lbo models | finanzmodelle erstellt |  | 
insurance: settled _ insurance claims, handled claims, loss adjuster | schaden reguliert, schaden bearbeitet | tramite siniestros | regulei sinistros, tratei sinistros
contract law: drafted agreements, wrote contracts, wrote _ agreements, drafting of contracts, drafting of commercial contracts, drafted commercial agreements | vertrage entworfen, vertrage erstellt, mietvertrage entworfen, vertrage geprueft, erstellung von vertragen | redacte contratos, elabore contratos | redigi contratos, elaborei contratos
litigation: argued cases, trial experience, pleaded | mandanten vor gericht vertreten, vor gericht vertreten | represente clientes en juicio, asisti a juicios, defensa en juicio | representei clientes em tribunal, audiencias em tribunal, atuei em processos
legal research: researched case law, case law research | rechtsprechung recherchiert | investigue jurisprudencia, busqueda de jurisprudencia | pesquisei jurisprudencia, pesquisa de jurisprudencia
policy writing: policy brief, briefing papers, wrote _ briefing papers, policy papers, drafted policy | politikpapiere verfasst, positionspapiere | informes de politicas, notas informativas | notas informativas, documentos de politica
recruiting: hired _ engineers, hired staff, hiring of staff, recruited staff, filled vacancies, interviewed applicants | mitarbeiter eingestellt, bewerbungsgesprache gefuhrt, stellen besetzt | entreviste candidatos, contrate personal, seleccione personal | entrevistei candidatos, contratei pessoal, recrutei
people management: direct reports, team supervision, supervised a team, supervised _ team, led a team, led _ team, managed a team, managed _ staff, shift supervisor, team of _ people | leitete ein team, leitete _ team, team geleitet, mitarbeiter gefuhrt, fuhrte ein team, teamleiter | dirigi un equipo, lidere un equipo, personas a mi cargo, coordine un equipo, liderazgo de equipos | liderei uma equipa, liderei uma equipe, chefiei uma equipa, coordenei uma equipa, pessoas a meu cargo, gerir equipas
rota planning: drew up _ rota, weekly rota, staff rota, staff scheduling, planned shifts, wrote the rota, scheduled staff, shift scheduling | dienstplane erstellt, dienstplane geschrieben, schichten eingeteilt | elabore los turnos, cuadrantes, turnos del personal | elaborei escalas, escalas de servico, escalas de trabalho
stakeholder management: liaised with, liaison with, point of contact for, stakeholders | abstimmung mit _ behorden, ansprechpartner fur | interlocucion con, enlace con | interlocucao com, articulacao com
sales: won _ accounts, opened new markets, new accounts |  |  | 
cold calling: prospecting, called prospects, prospected | kaltakquise | prospeccion, puerta fria | prospecao, prospeccao
complaint handling: dealt with complaints, handled complaints, resolved complaints, dealt with unhappy customers, dealt with _ complaints, handling of complaints | beschwerden bearbeitet, reklamationen bearbeitet | atendi reclamaciones, resolvi quejas, gestione reclamaciones | tratei reclamacoes, resolvi reclamacoes, atendi reclamacoes
customer service: served customers, advised customers, helped customers | kunden bedient, kunden beraten, kunden betreut | atendi clientes, atendi al publico, atencion al publico | atendi clientes, atendi ao publico, atendimento ao publico
goods ordering: ordered materials, ordered supplies, ordered goods, ordered stock, ordering of supplies, placed orders with suppliers | material bestellt, waren bestellt | hice pedidos, pedi material, pedidos a proveedores | encomendei material, fiz encomendas, pedidos a fornecedores
procurement: purchased materials, bought materials, sourced suppliers | einkauf von material, lieferanten ausgewahlt | compras de material, negocie con proveedores, compre materiales | compras de materiais, negociei com fornecedores, comprei materiais
market research: surveyed _ shoppers, surveyed customers, analysed competitors, competitor analysis, focus groups | kunden befragt, wettbewerber analysiert, marktanalysen | encueste a clientes, analice la competencia, estudios de mercado | inqueri clientes, analisei concorrentes, estudos de mercado
social media marketing: managed social media, ran instagram, social media manager, instagram and facebook accounts | social-media-kanale betreut | lleve las redes sociales, gestione redes sociales, gestion de redes sociales, redes sociales | geri redes sociais, gestao de redes sociais, redes sociais
copywriting: wrote ads, wrote slogans, wrote advertising, advertising copy, wrote landing pages, ad copy, slogans | werbetexte geschrieben, slogans geschrieben, werbetexte | redacte anuncios, textos publicitarios | escrevi anuncios, textos publicitarios, slogans publicitarios
journalism: news stories, wrote news, news writing, reported for, wrote articles, daily news | artikel geschrieben, nachrichten geschrieben, reportagen | escribi noticias, redacte noticias, reportajes | escrevi noticias, redigi noticias, reportagens
event management: organised weddings, organised conferences, organised events, planned events, event organisation | veranstaltungen organisiert, messen organisiert | organice eventos, organice congresos, organizacion de eventos | organizei eventos, organizei congressos, organizacao de eventos
presentation skills: public speaking, gave talks, gave presentations, gave a talk, spoke at conferences, keynote | vortrage gehalten, prasentationen gehalten | di charlas, di conferencias, hable en publico | fiz apresentacoes, dei palestras, falei em publico
grant writing: funding applications, wrote grants, wrote grant applications, raised funding | forderantrage geschrieben, forderantrage gestellt | redacte subvenciones, solicitudes de subvencion | candidaturas a fundos, redigi candidaturas a financiamento
police work: investigated burglaries, investigated crimes, criminal investigations, criminal investigation, detective, arrested suspects | ermittlungen gefuhrt, straftaten ermittelt | investigue delitos, patrulle, investigacion criminal | investiguei crimes, patrulhei, investigacao criminal
fire fighting: house fires, responded to fires, put out fires | brande geloscht, loschte brande | apague incendios, extincion de incendios | apaguei incendios, combate a incendios
removals: carried furniture, removal man, moved furniture | mobel geschleppt, umzuge gefahren | transporte muebles, mudanzas | transportei moveis, mudancas
physical fitness: lifted and carried, carried heavy, heavy loads, lift heavy | schwere lasten, schwer heben | cargas pesadas | cargas pesadas
fault finding: diagnosed faults, diagnosed and fixed faults, found and fixed, traced faults, fixed faults, troubleshot | fehler gesucht, storungen behoben, storungen gesucht, fehler behoben | localice averias, repare averias, diagnostico de averias | detetei avarias, reparei avarias, diagnostico de avarias
clinical research: recruited participants, ran trials, ran clinical trials | studien durchgefuhrt, probanden rekrutiert | reclute participantes | recrutei participantes
scientific research: reviewed the literature, reviewed the scientific literature, literature review, published papers, designed experiments, ran experiments | versuche durchgefuhrt, literaturrecherche, experimente durchgefuhrt | revision bibliografica, disene experimentos | revisao bibliografica, revisao da literatura, desenhei experimentos
pcr: dna amplification, amplified dna, qpcr | dna-amplifikation | amplificacion de adn | amplificacao de dna, amplificacao de adn
hairdressing: coloured hair, coloured and highlighted hair, hair colouring, cut hair, cut and coloured hair, hair cutting | haare geschnitten, haare gefarbt | corte el pelo, tinte pelo | cortei cabelo, pintei cabelos, coloracao de cabelo
photography: took photographs, photographed weddings, photographed products | fotografierte hochzeiten, produkte fotografiert | fotografie bodas, fotografie productos | fotografei casamentos, fotografei produtos
graphic design: designed posters, designed brochures, designed flyers | plakate gestaltet, broschuren gestaltet | disene carteles | criei cartazes
video editing: cut documentaries, cut films, cut videos, edited videos, edited films | videos geschnitten, filme geschnitten | edite videos, monte videos | editei videos, montei videos
social work: supported families, families at risk, at-risk children, safeguarded children | familien beraten, beratung von familien, familien begleitet, familien unterstutzt | acompane familias, menores en desamparo, intervencion con menores | acompanhei familias, acompanhamento de familias, familias vulneraveis
user experience design: tested prototypes with users |  | pruebas con usuarios | testes com utilizadores, testes com usuarios
documentation: wrote sops, standard operating procedures, sops | arbeitsanweisungen geschrieben | procedimientos normalizados | procedimentos operacionais
office administration: handled correspondence, typed letters, typed | korrespondenz erledigt | redacte cartas, correspondencia | redigi cartas, correspondencia
security guard: guarded, patrolled premises, manned the gate | objekte bewacht, kontrollgange | vigile, rondas de vigilancia | vigiei, rondas de vigilancia
`;

/** Letters after a name, and what they stand for. */
export const lettersOfPapers = `
^cisa, certified information systems auditor | | |
^shrm-cp, shrm certified professional | | |
^phr, professional in human resources | | |
^cscp, certified supply chain professional | | |
^cips, chartered institute of procurement and supply, mcips | | |
^cipd, chartered institute of personnel and development, mcipd, assoc cipd | | |
^ceng, chartered engineer | | |
^pe license, professional engineer license, licensed professional engineer, professional engineer | | |
^cna, certified nursing assistant | | |
^mrics, chartered surveyor, member of rics | | |
^cams, certified anti-money laundering specialist | | |
^frm, financial risk manager | | |
^cfp, certified financial planner | | |
^cia, certified internal auditor | | |
`;

/** Fields of study that postings ask for by the name of them all. */
export const fieldsOfStudy = `
quantitative subject, quantitative field, quantitative discipline, quantitative degree, numerate discipline, numerate degree | quantitatives fach, quantitatives studium, quantitativen studiengang | carrera cuantitativa, disciplina cuantitativa | area quantitativa, curso quantitativo
engineering discipline, engineering degree, engineering field | ingenieurwissenschaften, ingenieurstudium, ingenieurwissenschaftliches studium, ingenieurwesen | carrera de ingenieria, titulacion de ingenieria | curso de engenharia, licenciatura em engenharia
`;

export const membersOfFields: Readonly<Record<string, readonly string[]>> = {
  'quantitative subject': [
    'mathematics',
    'statistics',
    'physics',
    'computer science',
    'mechanical engineering',
    'electrical engineering',
  ],
  biology: ['molecular biology', 'microbiology', 'bioinformatics'],
  'engineering discipline': [
    'mechanical engineering',
    'electrical engineering',
    'civil engineering',
    'chemical engineering',
    'industrial engineering',
  ],
};
