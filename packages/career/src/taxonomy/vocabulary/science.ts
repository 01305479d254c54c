/** Laboratories, research, engineering and fields of study. */
export const science = `
laboratory work, lab work, laboratory experience, laboratory technician, lab technician, laboratory techniques, lab techniques, wet lab, bench work, pipetting, laboratory assistant, medical laboratory, lab assistant, laboratory analysis, lab experience | laborarbeit, laborerfahrung, laborant, laborantin, laborassistent, labortechniken, chemielaborant, chemielaborantin, biologielaborant, mta, medizinisch-technische assistentin, btlab, cta, bta, labortatigkeit | trabajo de laboratorio, tecnico de laboratorio, tecnica de laboratorio, tecnicas de laboratorio, analisis clinicos, experiencia en laboratorio, laboratorio | trabalho de laboratorio, tecnico de laboratorio, tecnica de laboratorio, analises clinicas, tecnicas laboratoriais, experiencia laboratorial, laboratorio
pcr, qpcr, rt-pcr, dna extraction, gel electrophoresis, polymerase chain reaction | | | > molecular biology
molecular biology, molecular biologist, genetics | molekularbiologie, genetik, molekularbiologische methoden | biologia molecular, genetica | biologia molecular, genetica > laboratory work
cell culture, cell cultures, tissue culture | zellkultur, zellkulturen | cultivo celular, cultivos celulares | cultura de celulas, culturas celulares, cultivo celular > laboratory work
hplc, high performance liquid chromatography, high-performance liquid chromatography | | cromatografia liquida | cromatografia liquida > ~chromatography
gc-ms, gas chromatography | gaschromatographie | cromatografia de gases | cromatografia gasosa > ~chromatography
chromatography | chromatographie | cromatografia | cromatografia > analytical chemistry
mass spectrometry | massenspektrometrie | espectrometria de masas | espectrometria de massa > analytical chemistry
analytical chemistry, chemical analysis, chemical analyses | analytische chemie, chemische analytik, instrumentelle analytik | quimica analitica, analisis quimico | quimica analitica, analise quimica > laboratory work
microbiology, microbiological, bacteriology | mikrobiologie, mikrobiologische | microbiologia, analisis microbiologicos | microbiologia, analises microbiologicas > laboratory work
histology, histopathology | histologie | histologia, anatomia patologica | histologia, anatomia patologica > laboratory work
good laboratory practice, glp | gute laborpraxis | buenas practicas de laboratorio | boas praticas de laboratorio
good manufacturing practice, gmp, cgmp | gute herstellungspraxis, gmp-umfeld, gmp-kenntnisse | buenas practicas de fabricacion, normas de correcta fabricacion, ncf | boas praticas de fabrico, boas praticas de fabricacao
good clinical practice, ich-gcp, gcp guidelines | gute klinische praxis | buenas practicas clinicas | boas praticas clinicas > clinical research
clinical research, clinical trials, clinical trial, clinical studies, clinical research associate | klinische studien, klinische forschung, klinische prufungen | ensayos clinicos, investigacion clinica | ensaios clinicos, investigacao clinica, pesquisa clinica
lims, laboratory information management system, laboratory information system | laborinformationssystem | sistema de gestion de laboratorio | sistema de gestao laboratorial
scientific research, researcher, research scientist, research experience, scientific publications, peer-reviewed, published papers, postdoc, research projects, academic research | forschung, wissenschaftliche forschung, wissenschaftlicher mitarbeiter, wissenschaftliche publikationen, forschungsprojekte, wissenschaftliches arbeiten | investigacion cientifica, investigador, investigadora, publicaciones cientificas, proyectos de investigacion | investigacao cientifica, pesquisa cientifica, investigador, pesquisador, publicacoes cientificas, projetos de investigacao
chemistry, chemist, =chemistry | chemie, chemiker, chemikerin | quimica, quimico | quimica, quimico
biology, biologist, biotechnology, biochemistry, life sciences, life science | biologie, biologe, biologin, biotechnologie, biochemie, lebenswissenschaften, naturwissenschaften | biologia, biologo, biologa, biotecnologia, bioquimica | biologia, biologo, biologa, biotecnologia, bioquimica
physics, physicist | physik, physiker, physikerin | fisica | fisica
environmental science, environmental management, environmental engineering, sustainability | umweltwissenschaften, umweltmanagement, umwelttechnik, nachhaltigkeit | ciencias ambientales, gestion ambiental, medio ambiente, sostenibilidad | ciencias ambientais, gestao ambiental, meio ambiente, sustentabilidade
geography | | |
computer science, informatics, information technology degree, computing, computer engineering, information systems | informatik, wirtschaftsinformatik, angewandte informatik, technische informatik, informationstechnik | informatica, ingenieria informatica, ciencias de la computacion, sistemas de informacion, ingenieria de sistemas | ciencia da computacao, engenharia informatica, sistemas de informacao, informatica, engenharia da computacao, ciencias da computacao
mechanical engineering, mechanical engineer, machine building | maschinenbau, maschinenbauingenieur, maschinenbautechniker, maschinenbauingenieurin | ingenieria mecanica, ingeniero mecanico, ingenieria industrial | engenharia mecanica, engenheiro mecanico, engenheira mecanica
electrical engineering, electrical engineer, electronics engineer, power electronics, electronics, circuit boards | elektrotechnik, elektroingenieur, elektronik, leistungselektronik, nachrichtentechnik | ingenieria electrica, ingeniero electrico, electronica, ingenieria electronica | engenharia eletrica, engenheiro eletricista, eletronica, engenharia eletrotecnica
civil engineering, civil engineer, structural analysis, infrastructure projects | bauingenieurwesen, bauingenieur, bauingenieurin, tiefbau, hochbau | ingenieria civil, ingeniero civil, ingeniero de caminos, estructuras, obra civil | engenharia civil, engenheiro civil, engenheira civil, estruturas
chemical engineering, process engineer | chemieingenieur | ingenieria quimica | engenharia quimica
industrial engineering, production engineering, wirtschaftsingenieurwesen | wirtschaftsingenieur, wirtschaftsingenieurwesen, produktionstechnik | organizacion industrial, ingenieria de organizacion | engenharia industrial, engenharia de producao, engenharia e gestao industrial
architecture, =architecture, architect, architectural design, building design | architektur, architekt, architektin, bauplanung | arquitectura, arquitecto, arquitecta | arquitetura, arquiteto, arquiteta
autocad, auto cad | | | > ~cad
solidworks | | | > ~cad
catia | | | > ~cad
inventor cad, autodesk inventor | | | > ~cad
revit, !revit | | | > ~cad
siemens nx | | | > ~cad
cad, cad software, computer-aided design, cad drawings, cad programs, cad systems | cad-kenntnisse, cad-software, cad-programme, cad-zeichnungen | diseno asistido por ordenador, programas de cad, software cad | desenho assistido por computador, software de cad, programas de cad
bim, building information modelling | | modelado bim | modelagem bim
technical drawings, engineering drawings, blueprints, reading drawings, technical drawing, read _ drawings, construction drawings, circuit diagrams, wiring diagrams, schematics, shop drawings, read blueprints, reading circuit diagrams, electrical drawings, reading of plans, reading schematics, reading blueprints | technische zeichnungen, zeichnungen lesen, schaltplane, bauplane, konstruktionszeichnungen, technisches zeichnen, stromlaufplane, schaltplane lesen, lesen von schaltplanen | planos tecnicos, interpretacion de planos, lectura de planos, esquemas electricos, planos, interpretar esquemas, planos electricos, lectura de esquemas, interpretacion de planos y esquemas | desenhos tecnicos, leitura de desenho tecnico, interpretacao de desenho tecnico, esquemas eletricos, leitura de projetos, leitura e interpretacao de desenhos, leitura de esquemas, unifilares, ler esquemas, leitura de plantas, interpretacao de desenhos
surveying, =surveying, surveyor, theodolite | vermessungstechnik, vermessungstechniker | topografo, levantamientos topograficos | topografo, levantamentos topograficos
business administration, business studies, economics, business degree, management studies, finance degree, commerce degree, business management | betriebswirtschaft, betriebswirtschaftslehre, bwl, wirtschaftswissenschaften, volkswirtschaft, betriebswirt, wirtschaftsstudium, wirtschaft | administracion de empresas, ade, economia, ciencias empresariales, empresariales, administracion y direccion de empresas | administracao de empresas, economia, gestao de empresas, gestao, ciencias economicas, administracao
communication studies, communications degree, media studies | kommunikationswissenschaft, medienwissenschaft | comunicacion audiovisual, ciencias de la comunicacion, publicidad y relaciones publicas | ciencias da comunicacao, comunicacao social, publicidade e propaganda
quality control laboratory, quality control lab, qc laboratory, qc lab | qualitatskontrolle im labor, qk-labor | laboratorio de control de calidad, control de calidad en laboratorio | laboratorio de controle de qualidade, laboratorio de controlo de qualidade > laboratory work
aseptic technique, aseptic working, sterile working | aseptisches arbeiten, steriles arbeiten | tecnica aseptica | tecnica asseptica > laboratory work
energy certification, energy performance certificates, energy assessor | energieausweis, energieberater | certificacion energetica | certificacao energetica, perito qualificado
archicad | | | > ~cad package
sketchup | | | > ~cad package
cad package, cad packages | | | > cad
urban planning, town planning | stadtplanung | urbanismo, planificacion urbana | urbanismo, planeamento urbano > architecture
`;
