/** Products, papers and tasks of offices, shops and computers that are close to each other and never the same. */
export const apartSoftware = `
object-oriented programming, object-oriented, oop | objektorientierte programmierung, objektorientiert | programacion orientada a objetos | programacao orientada a objetos > software development
unity3d, !unity, unity engine | | | > ~game development
tailwind, tailwind css | | | > css
sass, scss | | | > css
nuxt, nuxt.js | | | > vue
fastapi | | | > python, ~web framework
simulink | | | > matlab
vba, visual basic for applications | | | > visual basic
version control, source control, version control systems | versionskontrolle, versionsverwaltung | control de versiones | controle de versao, controle de versoes, controlo de versoes > software development
subversion, svn, apache subversion | | | > ~version control
test-driven development, tdd | testgetriebene entwicklung | desarrollo guiado por pruebas | desenvolvimento orientado por testes > unit testing
manual testing, manual tests, exploratory testing | manuelles testen, manuelle tests | pruebas manuales | testes manuais > ~software testing
scrum master, scrum masters | | | > scrum
`;

export const apartData = `
data modelling, data modeling, data models, modelled _ warehouse, dimensional modelling | datenmodellierung, datenmodelle, dimensionale modellierung | modelado de datos, modelado dimensional | modelagem de dados, modelacao de dados, modelagem dimensional > databases
database administration, database administrator, dba | datenbankadministration, datenbankadministrator | administracion de bases de datos | administracao de bancos de dados, administracao de bases de dados > databases
etl, elt, etl processes | etl-prozesse, etl-strecken | procesos etl | processos etl > data engineering
azure data factory | | | > etl, azure
databricks | | | > spark
scikit-learn, sklearn | | | > ~machine learning
large language models, language models, llms, generative ai | sprachmodelle, generative ki | modelos de lenguaje, ia generativa | modelos de linguagem, ia generativa > natural language processing
a/b testing, a/b tests, split testing | a/b-tests | pruebas a/b, tests a/b | testes a/b > statistics
web analytics, *matomo, *adobe analytics | webanalyse | analitica web | analise web, web analytics > digital marketing
`;

export const apartInfrastructure = `
eks, amazon eks | | | > ~kubernetes, aws
gke, google kubernetes engine | | | > ~kubernetes, gcp
aks, azure kubernetes service | | | > ~kubernetes, azure
ec2, amazon ec2 | | | > ~aws
aws lambda | | | > ~aws
amazon s3 | | | > ~aws
podman | | | > ~container technology
ubuntu | | | > ~linux
debian | | | > ~linux
red hat, rhel, red hat enterprise linux, centos | | | > ~linux
exchange online, microsoft exchange | | | > ~microsoft 365 administration
intune, microsoft intune | | | > ~microsoft 365 administration
cisco | | | > ~network administration
vpn, vpns | vpn | vpn | vpn > network administration
fortinet, fortigate | | | > ~firewalls
palo alto | | | > ~firewalls
first-level support, first level support, first level | first-level-support, first level | soporte de primer nivel | suporte de primeiro nivel > ~it support
second-level support, second level support, second level | second-level-support, second level | soporte de segundo nivel | suporte de segundo nivel > ~it support
splunk | | | > ~monitoring tools, ~security monitoring
microsoft sentinel, azure sentinel | | | > ~security monitoring
qradar, ibm qradar | | | > ~security monitoring
servicenow | | | > ~ticketing systems, ~it service management
zendesk | | | > ~ticketing systems
freshdesk | | | > ~ticketing systems
^oscp | | | > penetration testing
data protection officer | datenschutzbeauftragter, datenschutzbeauftragte | delegado de proteccion de datos | encarregado de protecao de dados, encarregado de dados > data protection
shell scripting, shell scripts, shell script, scripting | shell-skripte, skripting | scripts de shell, scripting | scripts shell, shell script
powershell | | | > ~shell scripting
directory services | verzeichnisdienste | servicios de directorio | servicos de diretorio
entra id, azure ad, azure active directory | entra id | | > ~directory services
`;

export const apartOffice = `
temporary staffing, temp agency, staffing agency, agency workers | arbeitnehmeruberlassung, zeitarbeit, leiharbeit, personaldienstleister, personaldisponent | trabajo temporal, ett | trabalho temporario > ~human resources
industrial clerk training | industriekaufmann, industriekauffrau | | > ~commercial training
wholesale clerk training | grosshandelskaufmann, grosshandelskauffrau | | > ~commercial training
tax clerk training | steuerfachangestellte, steuerfachangestellter | | > ~commercial training, accounting, tax, tax consultancy office
bank clerk training, bank clerk | bankkaufmann, bankkauffrau, bankausbildung | | > ~commercial training, banking
office clerk training | burokauffrau, burokaufmann, kauffrau fur buromanagement, kaufmann fur buromanagement | | > ~commercial training, office administration
insurance clerk training | versicherungskaufmann, versicherungskauffrau | | > ~commercial training, insurance
retail clerk training | einzelhandelskaufmann, einzelhandelskauffrau | | > ~commercial training, retail
property clerk training | immobilienkaufmann, immobilienkauffrau | | > ~commercial training, real estate
freight clerk training | speditionskaufmann, speditionskauffrau | | > ~commercial training, freight forwarding
executive assistance, executive assistant, personal assistant | assistenz der geschaftsfuhrung, assistentin der geschaftsfuhrung, chefsekretarin | secretaria de direccion, asistente de direccion | secretaria executiva, secretariado de direcao > office administration
preparing financial statements, financial statements, balance sheet, balance sheets | bilanzierung, bilanzerstellung | balances, estados financieros | balancos, demonstracoes financeiras, balanco anual > accounting
general ledger | hauptbuch, hauptbuchhaltung | libro mayor | razao geral > accounting
^tax specialist diploma | steuerfachwirt, steuerfachwirtin | | > tax
financial planning | finanzplanung | planificacion financiera | planeamento financeiro, planejamento financeiro
forecasting, financial forecasts | forecast, forecasts | previsiones financieras | previsoes financeiras > ~financial planning
cost control | kostenkontrolle | control de costes | controle de custos, controlo de custos > ~financial planning
insurance broking, insurance broker | versicherungsmakler, versicherungsvermittlung | corredor de seguros, correduria de seguros | corretor de seguros, mediacao de seguros > ~insurance
sap ewm, sap extended warehouse management | | | > ~sap
sap co, sap controlling | | modulo co | modulo co > ~sap
sap successfactors, successfactors | | | > sap, ~hr software
part-qualified accountant | | | > accounting
learning and development, personnel development, l&d | personalentwicklung | desarrollo de personal | desenvolvimento de pessoas > ~training of staff
disciplinary and grievance procedures, disciplinary procedures, grievances | disziplinarverfahren, abmahnungen | expedientes disciplinarios | processos disciplinares > ~employment law
corporate tax returns, corporation tax, corporate tax | korperschaftsteuer, gewerbesteuer | impuesto de sociedades, modelo 200 | irc > ~tax
building savings | bausparen, bausparvertrage | | > banking
fund accounting | fondsbuchhaltung | contabilidad de fondos | contabilidade de fundos > ~fund management
^accounting technician, aat qualified, aat level 4 | | | > ~accounting qualification
notarial assistance | notarfachangestellte, notarfachangestellter | oficial de notaria | escrevente de cartorio > notarial work
store management, store manager, shop manager | filialleiter, filialleiterin, filialleitung | encargada de tienda, encargado de tienda | gerente de loja, encarregada de loja > retail, people management
jct, jct contracts | | | > ~construction contract law
nec contracts, nec3, nec4 | | | > ~construction contract law
fidic, fidic contracts | fidic | fidic | fidic > ~construction contract law
vob, vob/b | vob, vob/b | | > ~construction contract law
`;

export const apartCommerce = `
shop sales, sales assistant, shop assistant, store assistant | fachverkaufer, fachverkauferin | dependiente, dependienta, dependiente de tienda | lojista, operador de loja, empregada de loja > ~sales, retail
customer acquisition, winning customers, won _ customers, won _ clients, new business, new business development, acquired customers | neukundengewinnung, neukundenakquise, kundenakquise, akquise, kundengewinnung, kunden gewonnen, neukunden gewonnen, neue kunden gewonnen | captacion de clientes, capte clientes, consegui _ clientes, nuevos clientes | prospecao de clientes, prospeccao de clientes, captacao de clientes, angariei _ clientes, conquistei clientes, novos clientes > ~sales
sales management, sales manager | vertriebsleiter, vertriebsleiterin, verkaufsleiter | jefe de ventas, director comercial | gerente de vendas, diretor comercial > sales, people management
shelf stacking, stocking shelves, replenishing shelves, shelves, replenishing stock, stock replenishment | regale auffullen, regalpflege, warenverraumung | reposicion, reponedor | reposicao de mercadoria, repositor > ~merchandising
visual merchandising, window displays, shop windows | schaufenstergestaltung | escaparatismo | vitrinismo > ~merchandising
mailchimp | | | > ~email marketing
instagram | | | > ~social media marketing
tiktok | | | > ~social media marketing
paid advertising, paid media | bezahlte werbung | publicidad de pago, campanas de pago | publicidade paga, trafego pago, anuncios pagos > digital marketing
paid social, social ads | social-media-werbung | publicidad en redes sociales | anuncios em redes sociais > ~paid advertising
packaging design | verpackungsdesign | packaging, diseno de packaging | embalagem, design de embalagem > ~graphic design
brand identity design, brand identity, visual identity, visual identities, brand identities, logo design, designed logos | erscheinungsbild, logos entworfen | identidad visual, identidades visuales, disene logotipos | identidade visual, identidades visuais, criei logotipos, desenhei logotipos > ~graphic design
layout design, page layout, desktop publishing, layouts of magazines | layouts | maquetacion, maquete | diagramacao, paginacao > ~graphic design
3d modelling, 3d modeling, !blender | 3d-modellierung | modelado 3d | modelagem 3d > ~motion design
premiere pro, adobe premiere, !premiere | | | > ~video editing, ~adobe creative suite
pro tools | | | > ~sound engineering
`;

export const apartLeading = `
primavera p6, oracle primavera p6 | | | > ~project management software
paralegal work, paralegal, legal assistant | rechtsanwaltsfachangestellte, rechtsanwaltsfachangestellter | auxiliar juridico | assistente juridico, assistente juridica > law
westlaw | | | > ~legal research
lexisnexis | | | > ~legal research
arbitration | schiedsverfahren | arbitraje | arbitragem > ~litigation
mergers and acquisitions, m&a, due diligence | fusionen und ubernahmen | fusiones y adquisiciones | fusoes e aquisicoes > corporate law
continuous improvement, kaizen | kvp, kontinuierliche verbesserung, kontinuierlicher verbesserungsprozess | mejora continua | melhoria continua > ~lean manufacturing
quality management, quality engineer, quality manager | qualitatsmanagement, qualitatsmanager | gestion de la calidad | gestao da qualidade
^iso 50001, iso 50001, energy management system | iso 50001, energiemanagementsystem | iso 50001 | iso 50001 > ~management system standard
^safety qualification, safety certificate | | | > health and safety
`;
