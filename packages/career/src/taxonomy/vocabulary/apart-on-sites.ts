/** Crafts, machines and papers of workshops, sites, kitchens and stores that are close to each other and never the same. */
export const apartScience = `
ultrasonic testing | ultraschallprufung | ensayos por ultrasonidos | ensaios por ultrassons > ~non-destructive testing
dye penetrant testing | farbeindringprufung | liquidos penetrantes | liquidos penetrantes > ~non-destructive testing
magnetic particle testing | magnetpulverprufung | particulas magneticas | particulas magneticas > ~non-destructive testing
radiographic testing | durchstrahlungsprufung | radiografia industrial | radiografia industrial > ~non-destructive testing
predictive maintenance, condition monitoring | zustandsuberwachung, vorausschauende instandhaltung, predictive maintenance | mantenimiento predictivo | manutencao preditiva
thermography | thermografie | termografia | termografia > ~predictive maintenance
scada, scada systems, wincc | scada | sistemas scada, scada | scada, sistemas scada, supervisorio > ~process control systems
dcs, distributed control system | | sistema de control distribuido | sistema de controlo distribuido > ~process control systems
ppap | ppap, erstbemusterung | ppap | ppap > ~automotive quality standard
apqp | apqp | apqp | apqp > ~automotive quality standard
vda 6.3 | vda 6.3 | | > ~automotive quality standard
iatf 16949 | iatf 16949 | iatf 16949 | iatf 16949 > ~automotive quality standard
iso 17025 | iso 17025, din en iso 17025 | iso 17025 | iso 17025 > ~laboratory accreditation
iso 15189 | iso 15189 | iso 15189 | iso 15189 > ~laboratory accreditation
microscopy | mikroskopie | microscopia | microscopia
confocal microscopy | konfokalmikroskopie | microscopia confocal | microscopia confocal > ~microscopy
electron microscopy | elektronenmikroskopie | microscopia electronica | microscopia eletronica > ~microscopy
molecular cloning, cloning of genes, plasmids | klonierung, plasmide | clonacion molecular | clonagem molecular > ~molecular biology
food technology, food technologist | lebensmitteltechnologie, lebensmitteltechniker | tecnologia de alimentos | tecnologia alimentar, tecnologia de alimentos, engenharia alimentar
arcgis | | | > ~geographic information systems
qgis | | | > ~geographic information systems
`;

export const apartTrades = `
fluid power | fluidtechnik | oleohidraulica | oleo-hidraulica
pneumatics, pneumatic systems | pneumatik | neumatica, sistemas neumaticos | pneumatica, sistemas pneumaticos > ~fluid power
industrial automation, automation technology, automation engineer | automatisierungstechnik, automatisierung | automatismos, automatizacion industrial | automacao industrial, automacao
allen-bradley, rockwell automation, studio 5000, controllogix | | | > ~plc
cnc programming | cnc-programmierung | programacion cnc, programacion de cnc | programacao cnc, programacao de cnc > machining
electrical maintenance, maintenance electrician, industrial electrician | elektroniker fur betriebstechnik, betriebselektriker | mantenimiento electrico | manutencao eletrica, eletricista de manutencao > ~electrical installation, industrial mechanics
corrective maintenance, breakdown maintenance | | mantenimiento correctivo | manutencao corretiva > ~industrial mechanics
heating installation, heating systems, central heating | heizungsbau, heizungsbauer, heizungstechnik, heizungsinstallation | calefaccion | aquecimento central
plumbing and heating | shk, anlagenmechaniker shk, gas- und wasserinstallateur | | > plumbing, heating installation
pipe fitting, pipework, pipefitter | rohrleitungsbau | tuberias | tubagens, tubagem > ~plumbing
refrigeration, cooling systems | kaltetechnik, kalteanlagen | refrigeracion, frigorista | refrigeracao, tecnico de frio > ~hvac
air conditioning, air con | klimatechnik, klimaanlagen | aire acondicionado | ar condicionado > ~hvac
ventilation systems | luftungstechnik | sistemas de ventilacion | sistemas de ventilacao > ~hvac
joinery, joiner, cabinet maker | schreiner, schreinerin, tischler, tischlerin, schreinerei, tischlerei | ebanista, ebanisteria | marceneiro, marcenaria > ~carpentry
formwork, shuttering | schalungsbau | encofrado, encofrador | cofragem, carpinteiro de cofragem > ~concreting
wallpapering, papered, wallpapered | tapezieren, tapezierarbeiten, tapeziert | empapelado | papel de parede > ~painting and decorating
construction machinery operation, plant operator, earthmoving | baumaschinen, baumaschinenfuhrer | maquinista de obra | manobrador de maquinas, operador de maquinas pesadas
wheel loader operation, wheel loader | radlader | pala cargadora | pa carregadora, pa carregadeira > ~construction machinery operation
bulldozer operation, bulldozer | planierraupe | bulldozer | trator de esteiras > ~construction machinery operation
production work, production worker, factory work, factory worker, production line, line operator, production operator, manufacturing experience, packaging line | produktionsmitarbeiter, produktionshelfer, produktion, fertigung, serienfertigung | operario de produccion, operario de fabrica, operaria de produccion, linea de produccion, produccion, peon industrial | operador de producao, operadora de producao, operario fabril, linha de producao, producao, auxiliar de producao
machine operation, machine operator, operated machines | maschinenbediener, maschinen- und anlagenfuhrer, anlagenfuhrer | operador de maquinaria | operador de maquinas > ~production work
^cscs, cscs card | | | > ~construction card
^osha 10 | | | > ~construction card
^osha 30 | | | > ~construction card
^white card | | | > ~construction card
^spanish construction card | | tarjeta profesional de la construccion, tpc | > ~construction card
^spanish safety course | | prl 20 horas, curso de prl | > health and safety
^master craftsman, master craftsman's certificate | handwerksmeister, meisterprufung, meistertitel, meisterbrief | |
^master chef diploma | kuchenmeister | | > ~master craftsman
^18th edition, wiring regulations, bs 7671 | | | > ~electrician qualification
^jib card, ecs card | | | > ~electrician qualification
^nvq level 3 electrical, city and guilds electrical | | | > ~electrician qualification
^tsm certificate | tsm, maschinenschein, tsm-schein | | > woodworking machines
homag, woodwop | homag, woodwop | | > ~woodworking machines
`;

export const apartServices = `
professional driving, driver, drivers, professional driver, driving experience | fahrer, fahrerin, fahrpraxis | conductor, conductora, chofer | motorista, condutor
counterbalance trucks, counterbalance truck, counterbalance | frontstapler | carretilla contrapesada, carretilla frontal | empilhador frontal > ~forklift driving
^counterbalance licence | | | > ~forklift licence
^reach truck licence | | | > ~forklift licence
barcode scanners, barcode scanner, handheld scanner, rf scanner, scanners | handscanner, mde-gerate, scanner | pistola de radiofrecuencia, radiofrecuencia | leitor de codigo de barras, radiofrequencia
transport scheduling, transport planning, dispatcher, dispatching, planned transport, traffic office, scheduling of drivers | disposition, disponent, disponentin, transportplanung, einsatzplanung fahrer | planificacion de transporte, planificacion _ transporte, planificando transporte, jefe de trafico, trafico, coordinacion de transporte | planeamento de transportes, planeamento _ transporte, gestor de trafego > logistics
sea freight | seefracht | flete maritimo | frete maritimo > ~freight forwarding
air freight | luftfracht | carga aerea | carga aerea > ~freight forwarding
incoterms | incoterms | incoterms | incoterms > freight forwarding
foreign trade, import and export, import/export, international trade, exports, export department, export sales, export documentation | import und export, aussenhandel, export, exportsachbearbeitung | importacion y exportacion, comercio exterior, comercio internacional, exportacion, departamento de exportacion, documentacion de exportacion | importacao e exportacao, comercio exterior, comercio internacional, exportacao, departamento de exportacao, documentacao de exportacao > logistics
^cdl, cdl class a, commercial driver's license | | | > truck driving
passenger transport | personenbeforderung | transporte de viajeros, transporte de pasajeros | transporte de passageiros
kitchen assistance, kitchen assistant | kuchenhilfe, kuchenhelfer, beikoch | ayudante de cocina, auxiliar de cocina | ajudante de cozinha, auxiliar de cozinha > ~cooking
kitchen management, head chef, executive chef | kuchenchef, kuchenleitung | jefe de cocina, jefa de cocina | chefe de cozinha > cooking
food hygiene, kitchen hygiene, food safety, food safety regulations | lebensmittelhygiene, kuchenhygiene, hygienevorschriften, lebensmittelsicherheit, hygienestandards | higiene alimentaria, seguridad alimentaria | seguranca alimentar, higiene alimentar, higiene e seguranca alimentar, boas praticas de manipulacao
^servsafe | | | > ~food hygiene certificate
sommelier work, sommelier | sommelier, sommeliere | sumiller | sommelier, escancao > wine knowledge
restaurant trade, restaurant, restaurants, restaurant experience | restaurant | restaurante | restaurante > ~hospitality
catering, catering experience | catering | catering | catering > ~hospitality
opera pms | opera | opera | opera > ~hotel booking software
home economics | hauswirtschaft, hauswirtschafterin | economia domestica | economia domestica
caretaking, caretaker, handyman, janitor | hausmeister, hausmeistertatigkeiten | conserje | porteiro, zelador > ~facility management
`;
