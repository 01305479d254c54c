/** More of what single trades do: care, teaching, kitchens, workshops, fields, stages, shops and laboratories. */
export const callings = `
dental assistance, dental assistant, dental nurse, chairside assistance, chairside, dental nursing | zahnmedizinische fachangestellte, zahnmedizinischer fachangestellter, zahnarzthelferin, stuhlassistenz, zfa, zahnarzthelfer | auxiliar dental, auxiliar de odontologia | assistente dentaria, auxiliar de saude bucal, auxiliar em saude bucal, auxiliares em saude bucal, tecnica em saude bucal, tecnico em saude bucal, assistente dentario, assistente de consultorio dentario > dental practice
defibrillator, aed, defibrillation | defibrillator, defibrillation, aed | desfibrilador, dea, desfibrilacion | desfibrilador, dae, desfibrilhador
vital signs, vital parameters, observations of patients, blood pressure | vitalzeichen, vitalparameter, vitalwerte, blutdruckmessung | constantes vitales, signos vitales, toma de constantes | sinais vitais, afericao de sinais vitais
ecg, ekg, electrocardiogram, electrocardiograms | ekg, ekgs, elektrokardiogramm | electrocardiograma, electrocardiogramas, ecg | eletrocardiograma, ecg
dialysis, haemodialysis, hemodialysis | dialyse, hamodialyse | dialisis, hemodialisis | dialise, hemodialise
anaesthesia, anesthesia, anaesthetics | anasthesie, anasthesiepflege | anestesia | anestesia
instrument sterilisation, decontamination, autoclave, autoclaves, sterilisation of instruments, sterilization, sterile services, sterilising instruments | sterilisation, aufbereitung von medizinprodukten, sterilgutaufbereitung, instrumentenaufbereitung | esterilizacion, esterilizacion de instrumental | esterilizacao, esterilizacao de material
dementia care, dementia, alzheimer, people with dementia | demenz, demenzbetreuung, demenzkranke, menschen mit demenz, demenzerkrankte | demencia, alzheimer | demencia, alzheimer > ~elderly care
stroke care, stroke unit, stroke patients, hyperacute stroke | stroke unit, schlaganfall, schlaganfallpatienten | ictus, unidad de ictus | avc, unidade de avc
diabetes care, diabetes, insulin | diabetes, insulin, diabetiker | diabetes, insulina | diabetes, insulina
oncology, chemotherapy, cancer care | onkologie, chemotherapie, onkologische pflege | oncologia, quimioterapia | oncologia, quimioterapia
patient triage, triage | triage, ersteinschatzung | triaje | triagem, triagem de manchester > emergency care
addiction support, substance misuse, addiction counselling, drug and alcohol | suchtberatung, suchthilfe, suchtkranke | adicciones, drogodependencias | dependencias, toxicodependencia, dependencia quimica
autism support, autism, autistic children | autismus, autistische kinder, autismus-spektrum | autismo, tea | autismo, tea
nutrition advice, dietetics, dietitian, dietician, nutritionist, meal plans, diet plans | ernahrungsberatung, diatassistentin, diatassistent, ernahrungsberaterin, ernahrungsplane | nutricion, dietista, nutricionista, dietas, planes nutricionales | nutricao, nutricionista, planos alimentares, dietista
fitness training, personal trainer, fitness instructor, gym instructor, group fitness classes, training plans | fitnesstrainer, fitnesstrainerin, trainingsplane, kursleitung fitness, personal trainer | entrenador personal, monitor de gimnasio, clases dirigidas, monitora de gimnasio | personal trainer, instrutor de fitness, aulas de grupo, educador fisico
^lifeguard, lifeguard, pool lifeguard, water rescue | rettungsschwimmer, rettungsschwimmerin, wasserrettung, bademeister | socorrista, socorrista acuatico, salvamento acuatico | nadador-salvador, salva-vidas, guarda-vidas
yoga, yoga teacher, yoga classes | yoga, yogalehrerin, yogakurse | yoga, profesora de yoga | ioga, yoga
pilates, pilates teacher, pilates classes | pilates, pilateskurse | pilates, profesora de pilates | pilates
optometry, optometrist | | optometria, optometrista, optico optometrista | optometria, optometrista > ~eye care
eye tests, refraction, eye examinations, sight tests | refraktion, sehtest, sehtests, augenglasbestimmung | graduacion de la vista, examenes visuales | exames visuais, refracao > optometry
contact lens fitting, contact lenses, fitting contact lenses | kontaktlinsen, kontaktlinsenanpassung, anpassung von kontaktlinsen | lentes de contacto, adaptacion de lentillas, lentillas | lentes de contacto > optometry
hearing aids, audiology, audiologist, hearing tests | horgerateakustik, horgerateakustiker, horgerate, horakustiker, hortests | audifonos, audioprotesista, audiometrias | aparelhos auditivos, audiologista, audiometria
veterinary nursing, veterinary nurse, veterinary assistant | tiermedizinische fachangestellte, tierarzthelferin, tfa | auxiliar de veterinaria, ayudante veterinario | enfermeira veterinaria, auxiliar veterinario, enfermeiro veterinario > animal care
dog training, dog trainer | hundetraining, hundetrainer, hundetrainerin, hundeschule | adiestramiento canino, adiestrador canino | adestramento de caes, adestrador, treino canino
pet grooming, dog groomer, dog grooming | hundefriseur, hundefriseurin, hundepflege | peluqueria canina | tosquia, banho e tosa > animal care
horses, horse care, stable work, riding instructor, equine | pferdepflege, pferdewirt, pferdewirtin, reitlehrerin, stallarbeit | cuidado de caballos, cuadras, caballos | cavalos, equitacao, tratador de cavalos
beekeeping, beekeeper, honey production, hives | imkerei, imker, imkerin, bienenvolker | apicultura, apicultor, colmenas | apicultura, apicultor, colmeias
milking, dairy cows, milking parlour, dairy farming, dairy farm | melken, milchvieh, melkstand, milchkuhe | ordeno, vacas lecheras, ganado vacuno de leche | ordenha, vacas leiteiras > ~livestock
tractor driving, tractors, tractor driver, tractor work | traktorfahren, schlepperfahrer, traktor, schlepper, traktoren | tractorista, conduccion de tractor, manejo de tractor | tratorista, conducao de trator, operacao de trator
^pesticide licence, pesticide application, spraying certificate, pa1 | sachkundenachweis pflanzenschutz, pflanzenschutz-sachkunde, pflanzenschutzmittel | carne de fitosanitarios, aplicador de fitosanitarios, fitosanitarios | aplicador de fitofarmaceuticos, produtos fitofarmaceuticos, aplicacao de defensivos
pruning, hedge cutting, tree pruning | baumschnitt, heckenschnitt, gehilzschnitt, strauchschnitt | poda, poda de arboles | poda, poda de arvores > gardening
irrigation, irrigation systems, watering systems | bewasserung, bewasserungsanlagen, beregnung | riego, sistemas de riego, riego por goteo | rega, sistemas de rega, irrigacao
paving, block paving, laying slabs | pflasterarbeiten, pflastern, natursteinverlegung, plattenverlegung | adoquinado, pavimentacion, soldado de losas | calcetamento, pavimentacao, calcadas
drywall, plasterboard, dry lining, partition walls, drylining | trockenbau, gipskarton, trockenbauer, standerwande | pladur, tabiqueria seca, placas de yeso | pladur, drywall, gesso cartonado
plastering, plasterer, rendering walls | verputzen, putzarbeiten, stuckateur, innenputz, aussenputz | enlucido, enfoscado, yesero, revoco | reboco, estuque, estucador, gesseiro
flooring, floor laying, parquet, laminate floors, vinyl floors, floor layer | bodenleger, bodenbelage, parkett, bodenlegearbeiten, parkettleger | instalacion de suelos, parquet, tarimas, suelos laminados | assentamento de pavimentos, parquet, soalhos, pisos laminados
glazing, glazier, window fitting, window installation | verglasung, glaser, fenstermontage, fenstereinbau, glaserei | acristalamiento, cristalero, montaje de ventanas | envidracamento, vidraceiro, montagem de janelas, caixilharia
insulation work, thermal insulation, external wall insulation | dammung, warmedammung, warmedammverbundsystem, wdvs | aislamiento termico, sate | isolamento termico, capoto
road construction, road building, asphalt, asphalting, road works | strassenbau, asphaltbau, asphaltierung | construccion de carreteras, asfaltado, obra viaria | construcao de estradas, asfaltagem, pavimentacao de vias
sewer construction, sewers, drainage works, sewer pipes | kanalbau, kanale, kanalarbeiten | alcantarillado, saneamiento, redes de saneamiento | saneamento, redes de esgoto, coletores
demolition, dismantling buildings | abbruch, abbrucharbeiten, ruckbau | demolicion, demoliciones | demolicao, demolicoes
locksmith work, locksmith, locks | schlusseldienst, schliessanlagen | cerrajeria, cerrajero | serralharia, serralheiro, chaveiro
sheet metal work, sheet metal, folding sheet metal | blechbearbeitung, spengler, spenglerarbeiten, feinblech, abkanten | chapa, chaperia, trabajos de chapa, calderereria | chapa, trabalhos em chapa, funilaria
car body repair, body shop, panel beating, car painting, paint shop | karosseriebau, karosserie, fahrzeuglackierer, lackierer, unfallinstandsetzung | chapa y pintura, chapista, carroceria | bate-chapas, pintura automovel, funileiro, chapeiro
tyre fitting, tyres, wheel alignment, tyre changes | reifenwechsel, reifenmontage, achsvermessung, radwechsel | neumaticos, alineacion de direccion, cambio de neumaticos | pneus, alinhamento de direcao, montagem de pneus
^high-voltage vehicle training, high-voltage vehicles, hv vehicles, hybrid and electric vehicles, electric vehicle maintenance | hochvolt, hochvoltschulung, hochvoltfahrzeuge, hv-schulung, hochvoltsysteme | vehiculos electricos e hibridos, alta tension en vehiculos, vehiculos hibridos y electricos | veiculos eletricos e hibridos, viaturas eletricas
heat pumps, heat pump, heat pump installation | warmepumpen, warmepumpe | bombas de calor, aerotermia | bombas de calor
boiler servicing, gas boilers, boilers, boiler repair | heizungswartung, gasthermen, heizkessel, heizungsanlagen | calderas, mantenimiento de calderas | caldeiras, manutencao de caldeiras > heating installation
bathroom fitting, bathroom installation, sanitary installation, bathrooms | badsanierung, sanitarinstallation, badezimmer, sanitarmontage | instalacion de banos, reforma de banos, sanitarios | casas de banho, remodelacao de casas de banho, instalacao sanitaria > plumbing
data cabling, structured cabling, network cabling, fibre optic splicing | netzwerkverkabelung, strukturierte verkabelung, glasfasermontage | cableado estructurado, cableado de redes | cablagem estruturada, cabeamento estruturado
fire alarms, alarm systems, intruder alarms, fire detection | brandmeldeanlagen, alarmanlagen, einbruchmeldeanlagen | alarmas, sistemas contra incendios | alarmes, detecao de incendios, sistemas de alarme
robot programming, industrial robots, kuka, robotics, fanuc robots, abb robots | roboterprogrammierung, industrieroboter, robotik, schweissroboter | programacion de robots, robots industriales, robotica | programacao de robos, robos industriais, robotica
cnc milling, milling machine, cnc mills, milling, milled parts | cnc-frasen, frasen, frasmaschine, frasmaschinen, cnc-fraser, fraser, fraszentren | fresado cnc, fresadora, fresado, fresador | fresagem cnc, fresadora, fresagem, fresador > ~machining
cnc turning, lathe, lathes, turning parts, turned parts | cnc-drehen, drehmaschine, drehmaschinen, drehteile, cnc-dreher, dreher, drehen von _ | torno cnc, torneado, torno, tornero | torneamento cnc, torno, torneamento, torneiro > ~machining
additive manufacturing, 3d printing, 3d printers | additive fertigung, 3d-druck | fabricacion aditiva, impresion 3d | fabrico aditivo, impressao 3d, manufatura aditiva
powder coating, surface treatment, galvanising, electroplating | pulverbeschichtung, oberflachentechnik, galvanik, galvanisierung | recubrimiento en polvo, tratamiento de superficies, galvanizado | pintura eletrostatica, tratamento de superficies, galvanizacao
upholstery, upholsterer | polsterei, polsterer, polsterin, polsterarbeiten, raumausstatter | tapiceria, tapicero | estofamento, estofador, tapecaria
goldsmithing, goldsmith, jewellery making, jeweller | goldschmied, goldschmiedin, schmuckherstellung | orfebreria, joyero, joyeria | ourivesaria, ourives, joalharia
pottery, ceramics, ceramist | keramik, topferei, keramikerin, topfern | ceramica, alfareria | ceramica, olaria
bottling, filling lines, packaging lines, packaging machines | abfullanlagen, abfullung, verpackungsmaschinen, verpackungslinien | lineas de envasado, embotellado, envasado | linhas de enchimento, engarrafamento, embalagem industrial
food production, food manufacturing, food processing | lebensmittelproduktion, lebensmittelherstellung, lebensmittelverarbeitung | industria alimentaria, produccion de alimentos | industria alimentar, producao de alimentos, industria de alimentos
pastry making, pastry chef, patisserie, pastry, desserts, dessert section, pastries, confectioner, viennoiserie, baked _ cakes | konditorei, konditor, konditorin, patisserie, patissier, desserts | pasteleria, reposteria, pastelero, pastelera, postres, repostero, repostera, tartas | pastelaria, confeitaria, pasteleiro, pasteleira, confeiteiro, confeiteira, sobremesas
confectionery, chocolate making, chocolatier | schokolade, chocolatier, pralinen | chocolateria, bombones | chocolataria, bombons
buffet service, banquets, banqueting, catering for events | bankett, bankette, buffet, bankettservice | banquetes, buffet, servicio de banquetes | banquetes, buffet, servico de banquetes
night audit, night auditor, night porter | nachtportier, nachtrezeption, night audit | auditoria nocturna, recepcion de noche | auditoria noturna, rececao noturna
hotel booking software, *fidelio, *protel, *mews | | |
taxi driving, taxi driver, private hire | taxifahrer, taxifahrerin, mietwagen | taxista | taxista, tvde > ~passenger transport, ~professional driving
ambulance driving, patient transport | krankentransport, krankenwagen, rettungswagen | transporte sanitario | transporte de doentes > ~ambulance service, ~professional driving
drone flying, drone pilot, drones, uav | drohnen, drohnenpilot, drohnenfuhrerschein | drones, piloto de drones | drones, piloto de drones
stage technology, stagehand, stage crew, event technology, rigging lights | veranstaltungstechnik, buhnentechnik, buhnenbau | tecnico de escenario, montaje de escenarios | tecnico de palco, montagem de palco
camera work, camera operator, cameraman, filming, cinematography | kamera, kameramann, kamerafrau, dreharbeiten | operador de camara, camara, grabacion de video | operador de camara, camara, captacao de imagem
podcast production, podcast, podcasts | podcast, podcasts | podcast, podcasts | podcast, podcasts
dance teaching, dance teacher, choreography | tanzlehrer, tanzlehrerin, choreografie, tanzunterricht | profesora de danza, coreografia, clases de baile | professora de danca, coreografia, aulas de danca
music teaching, music teacher, instrumental lessons, piano lessons | musikunterricht, musiklehrer, musiklehrerin, klavierunterricht | profesor de musica, clases de piano, profesora de musica | professor de musica, aulas de piano, professora de musica
archives, archivist, archival description | archiv, archivar, archivarin, archivwesen | archivero, archivos historicos, archivistica | arquivista, arquivos historicos, arquivistica
restoration of art, conservator, conservation of paintings, art restoration | restaurierung, restaurator, restauratorin | restauracion de obras de arte, restaurador, restauradora | restauro, restauracao de obras, restaurador
archaeology, excavations, archaeologist | archaologie, ausgrabungen, grabungen, archaologin | arqueologia, excavaciones, arqueologa | arqueologia, escavacoes, arqueologo
geographic information systems, gis, geoinformation | gis, geoinformationssysteme, geoinformatik | sig, sistemas de informacion geografica | sig, sistemas de informacao geografica
geology, geologist, core logging, boreholes | geologie, geologe, geologin, bohrkerne | geologia, geologo, sondeos | geologia, geologo, sondagens
water sampling, water analysis, drinking water, sampling of water | wasserproben, trinkwasser, trinkwasserproben, probenahme wasser | muestreo de agua, analisis de agua, agua potable | amostragem de agua, analise de agua, agua potavel
waste management, recycling, waste disposal | abfallwirtschaft, abfallmanagement, entsorgung, recycling | gestion de residuos, reciclaje | gestao de residuos, reciclagem
energy efficiency, energy management | energieberatung, energieeffizienz | eficiencia energetica | eficiencia energetica
bioinformatics, genome analysis, sequencing data | bioinformatik, genomanalyse | bioinformatica | bioinformatica
spectroscopy, nmr, infrared spectroscopy, uv-vis | spektroskopie, nmr | espectroscopia, rmn | espectroscopia, rmn > analytical chemistry
titration, wet chemistry | titration, nasschemie | valoraciones quimicas, volumetrias | titulacao, quimica por via umida > analytical chemistry
property management, tenancies, letting, tenants, rent collection | hausverwaltung, immobilienverwaltung | alquileres | gestor de condominios, gestora de condominios, arrendamentos, administracao de imoveis > real estate
property viewings, estate agent, property sales, house viewings, house sales | immobilienmakler, immobilienmaklerin, besichtigungen, immobilienverkauf | agente inmobiliario, visitas de inmuebles, venta de inmuebles | agente imobiliario, mediador imobiliario, visitas a imoveis, corretor de imoveis > real estate
investment advice, wealth management, financial adviser, financial advisor, portfolio management | vermogensberatung, anlageberatung, finanzberater, vermogensverwaltung | asesor financiero, asesoramiento de inversiones, banca privada | consultor financeiro, assessor de investimentos, gestao de patrimonio
actuarial work, =actuary, actuarial models, reserving | =aktuar, =aktuarin, versicherungsmathematik, aktuariat | =actuario, =actuaria, calculo actuarial | =atuario, =atuaria, calculo atuarial
vulnerability management, vulnerability scanning, vulnerability scans, patching, patch management | schwachstellenmanagement, patchmanagement, patch-management | gestion de vulnerabilidades, parches | gestao de vulnerabilidades, gestao de patches
security monitoring, siem, soc analyst, security operations | siem, sicherheitsuberwachung, security operations | siem, analista soc, monitorizacion de seguridad | siem, analista soc, monitorizacao de seguranca > information security
firewalls, firewall | firewalls, firewall | cortafuegos, firewall | firewall > network administration
load testing, performance testing, jmeter, k6 | lasttests, performancetests | pruebas de carga, pruebas de rendimiento | testes de carga, testes de performance
backups, backup and recovery, disaster recovery | datensicherung, backups, backup, notfallwiederherstellung | copias de seguridad, backup | copias de seguranca, backup
ticketing systems, ticket system, ticketing, service desk tickets, *otrs, ticketing system, ticketing tools, support tickets | ticketsystem, ticketsysteme | sistema de tickets, ticketing, herramienta de ticketing | sistema de tickets, chamados, sistema de chamados > customer service
`;
