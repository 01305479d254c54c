/**
 * What people call the same thing, and what is a kind of what. One line each: `name | other names > broader names`.
 * Kept by hand for what the public taxonomies lack (young tools, abbreviations); everything else is left to them.
 */
export const conceptList = `
javascript | js, ecmascript > programming language, web development
typescript | ts > javascript, programming language
node.js | nodejs, node > javascript, backend development
react | reactjs, react.js > javascript framework, front-end development
vue | vuejs, vue.js > javascript framework, front-end development
angular | angularjs > javascript framework, front-end development
svelte | sveltekit > javascript framework, front-end development
next.js | nextjs > react
javascript framework | js framework, frontend framework, front-end framework > front-end development
front-end development | frontend, front end, frontend development, front-end > web development
backend development | backend, back-end, back end, server-side > software development
web development | web developer > software development
html | html5 > front-end development
css | css3, sass, less > front-end development
web accessibility | a11y, wcag, keyboard access, screen reader > front-end development
python | python3, py > programming language
django | > python, web framework
flask | > python, web framework
fastapi | > python, web framework
java | > programming language
spring | spring boot, springboot > java, web framework
kotlin | > programming language
scala | > programming language
c++ | cpp, cplusplus > programming language
c# | csharp, c sharp > programming language
.net | dotnet, asp.net > c#
f# | fsharp > programming language
go | golang > programming language
rust | rustlang > programming language
ruby | > programming language
ruby on rails | rails, ror > ruby, web framework
php | > programming language
laravel | > php, web framework
swift | > programming language, ios development
objective-c | objective c > ios development
ios development | ios > mobile development
android development | android > mobile development
react native | > mobile development, react
flutter | dart > mobile development
mobile development | mobile apps, mobile application development > software development
r | r language, rstudio > programming language, statistics
matlab | > programming language
sql | structured query language, tsql, t-sql, pl/sql > database
postgresql | postgres, psql, pg > relational database, sql
mysql | mariadb > relational database, sql
sql server | mssql, ms sql > relational database, sql
oracle database | oracle db > relational database, sql
sqlite | > relational database, sql
relational database | rdbms, relational databases > database
mongodb | mongo > nosql
cassandra | > nosql
dynamodb | > nosql, aws
redis | > nosql, caching
elasticsearch | elastic, opensearch, elk > search engine
nosql | document database > database
database | databases > data management
kubernetes | k8s, kube, openshift, eks, gke, aks > container orchestration
helm | helm charts > kubernetes
docker | containers, containerisation, containerization, podman > container
container orchestration | > container
container | > cloud infrastructure
terraform | opentofu, pulumi, cloudformation > infrastructure as code
ansible | chef, puppet > configuration management, infrastructure as code
infrastructure as code | iac > cloud infrastructure
aws | amazon web services, ec2, s3, lambda > cloud
azure | microsoft azure > cloud
gcp | google cloud, google cloud platform > cloud
cloud | cloud computing, cloud provider, cloud platform, cloud infrastructure > infrastructure
ci/cd | cicd, ci cd, continuous integration, continuous delivery, continuous deployment, build pipelines > devops
jenkins | > ci/cd
github actions | gitlab ci, circleci, azure devops > ci/cd
devops | sre, site reliability, platform engineering > infrastructure
git | github, gitlab, version control, source control > software development
linux | unix, ubuntu, debian, red hat, rhel > operating system
bash | shell scripting, shell > scripting
grpc | > api
rest | restful, rest api, rest endpoint > api
graphql | > api
api | apis, web services, api design, microservices api > backend development
microservices | microservice, service-oriented architecture, soa > backend development, distributed systems
distributed systems | distributed system > software architecture
kafka | rabbitmq, message queue, event streaming, pulsar > messaging
airflow | dagster, prefect, luigi > workflow scheduling, data pipeline
workflow scheduling | job scheduling, orchestration of workflows > data engineering
data pipeline | etl, elt, data pipelines > data engineering
dbt | > data pipeline, sql
spark | pyspark, hadoop, databricks > big data, data engineering
big data | > data engineering
snowflake | redshift, bigquery, data warehouse, data warehousing > data engineering, sql
data engineering | data engineer > data management
machine learning | ml, predictive modelling, predictive modeling > data science
deep learning | neural networks, neural network > machine learning
pytorch | tensorflow, keras, jax > deep learning, machine learning framework
machine learning framework | deep learning framework > machine learning
scikit-learn | sklearn > machine learning, python
nlp | natural language processing, llm, large language models > machine learning
computer vision | image recognition > machine learning
pandas | numpy > python, data analysis
data science | data scientist > statistics
data analysis | data analytics, analytics > statistics
statistics | statistical analysis, statistical modelling
tableau | power bi, looker, qlik > business intelligence
business intelligence | bi, dashboards, reporting > data analysis
excel | microsoft excel, spreadsheets, vlookup, pivot tables > office software
office software | microsoft office, ms office, office 365, google workspace
sap | sap erp, s/4hana > erp
oracle erp | netsuite, dynamics 365, odoo > erp
erp | enterprise resource planning, erp systems
salesforce | hubspot, zoho, pipedrive > crm
crm | customer relationship management > sales
jira | trello, asana > project management software
scrum | kanban, agile, sprint planning > agile methods
agile methods | agile methodology, agile development > project management
prince2 | pmp, project management professional > project management
project management | project manager, managing projects, delivery management > management
people management | people leadership, line management, team leadership, managing people, led a team, managed a team, lead a team > management
recruiting | recruitment, hiring, hired, talent acquisition, hire > human resources
mentoring | coaching, mentored, coached > people management
stakeholder management | stakeholders > communication
penetration testing | pen testing, pentest, penetration tests, ethical hacking > information security
iso 27001 | iso27001, soc 2, nist > information security, compliance
information security | cybersecurity, cyber security, infosec, it security > compliance
gdpr | data protection, data privacy, privacy > compliance
testing | qa, quality assurance, test automation, automated testing > software development
selenium | cypress, playwright > test automation, testing
figma | sketch, adobe xd > user interface design
user interface design | ui design, ux design, ux, user experience > design
photoshop | illustrator, adobe creative suite, indesign > graphic design
graphic design | visual design > design
autocad | solidworks, catia, revit, cad > computer-aided design
computer-aided design | cad software > engineering design
plc | programmable logic controllers, scada > industrial automation
registered nurse | rn, staff nurse, nurse > nursing
nursing | nursing care, patient care, bedside care, cared for patients > health care
medication | administering medication, iv medication, drug administration, gave medication, dispensing > nursing
cpr | bls, basic life support, acls, first aid, resuscitation > emergency care
phlebotomy | venepuncture, drawing blood, blood draws > nursing
electronic health records | ehr, emr, epic, cerner, patient records > health records
physiotherapy | physical therapy, physiotherapist > rehabilitation
dementia care | elderly care, aged care, care of older people, older people, nursing home, residents with dementia, care home > social care
childcare | nursery, early years, child care, looking after children > social care
lift truck | forklift, fork lift, forklift truck, counterbalance, reach truck, lift trucks > warehouse operations
warehouse operations | warehousing, order picking, picking and packing, stock control, loading lorries > logistics
hgv | heavy goods vehicle, lorry driving, truck driving, cdl, class c licence > driving
driving licence | driver's license, driving license, full licence > driving
logistics | supply chain, freight, shipping, dispatch
inventory management | stock taking, stocktaking, inventory control, stock control, inventory, counted stock, stock > logistics
welding | mig, tig, arc welding, welder > metalwork
metal fabrication | sheet metal, fabrication > metalwork
cnc | cnc machining, lathe, milling > machining
carpentry | joinery, joiner, carpenter > construction
plumbing | plumber, pipe fitting, boilers, laid pipes, pipework > construction
electrical installation | electrician, wiring, electrical wiring, 18th edition > construction
bricklaying | masonry, bricklayer, laid bricks, bricks > construction
hvac | air conditioning, refrigeration, heating systems > building services
health and safety | osha, iosh, nebosh, workplace safety, safety procedures > compliance
haccp | food safety, food hygiene, kitchen hygiene > catering
cooking | chef, food preparation, line cook, prepared meals, kitchen > catering
baking | pastry, baker > catering
barista | coffee making, espresso > hospitality
waiting tables | table service, waiter, waitress, served guests > hospitality
front desk | receptionist, reception, guest check-in > hospitality
customer service | customer support, client service, help desk, helping customers, answered customer > customer relations
zendesk | intercom, freshdesk, ticketing system, tickets > customer service
complaint handling | resolving complaints, handled complaints > customer service
cash handling | till, cash register, point of sale, pos, cashier > retail
merchandising | visual merchandising, shelf stacking, stocking shelves, shop windows, window displays > retail
sales | selling, sales representative, closing deals, new business, account management, sold, customer acquisition
b2b sales | business to business, enterprise sales, business customers, corporate clients > sales
cold calling | telesales, telemarketing, outbound calls > sales
seo | search engine optimisation, search engine optimization, sem > digital marketing
google ads | ppc, adwords, paid search, pay per click > digital marketing
social media marketing | social media, instagram, content calendar > digital marketing
email marketing | mailchimp, newsletters > digital marketing
digital marketing | online marketing > marketing
copywriting | content writing, writing copy, wrote articles, advertising copy, wrote copy > writing
bookkeeping | accounts payable, accounts receivable, invoice processing, processed invoices, ledger, reconciliation, reconciled > accounting
quickbooks | xero, sage, freshbooks > bookkeeping
payroll | payroll processing, paying staff, paid employees, salaries, wages > accounting
financial reporting | ifrs, gaap, management accounts, annual accounts > accounting
auditing | audit, audits, internal audit > accounting
tax | vat, tax returns, tax compliance > accounting
budgeting | budget management, forecasting, financial planning > finance
financial modelling | financial modeling, valuation, dcf, discounted cash flow, cash flow models > finance
accounting | accountant, accountancy > finance
contract law | drafting contracts, contract negotiation, legal drafting > law
conveyancing | property law, purchase of homes, property transactions, house purchase > law
litigation | court proceedings, dispute resolution, represented clients in court, court > law
teaching | classroom teaching, taught, teacher, lesson planning, classroom management > education
curriculum development | course design, syllabus > education
special educational needs | sen, send, special needs > education
tutoring | private lessons, tutor > teaching
english language | english, fluent english, ielts > languages
spanish | castilian > languages
french | > languages
german | > languages
japanese | > languages
mandarin | chinese, putonghua > languages
translation | interpreting, translator, interpreter > languages
laboratory work | lab work, pipetting, bench work, lab techniques, laboratory techniques, genetics lab, laboratory > science
pcr | qpcr, dna extraction, gel electrophoresis > molecular biology, laboratory work
chromatography | hplc, gc-ms, mass spectrometry > analytical chemistry, laboratory work
clinical trials | gcp guidelines, clinical research > research
surveying | land surveying, theodolite, total station > civil engineering
structural engineering | structural analysis, steel structures > civil engineering
event management | event planning, organising events, organizing events, organised events, organized events, conferences, organised conferences, organized conferences > management
fundraising | grant writing, donor relations, grant applications > non-profit
security guard | door supervisor, sia licence, patrolling, security officer > security services
cleaning | housekeeping, cleaner, janitor > facilities
gardening | landscaping, horticulture, groundskeeping > outdoor work
animal care | kennel, veterinary nursing, vet nurse, grooming > animal work
video editing | premiere, final cut, davinci resolve > media production
photography | photographer, lightroom > media production
sound engineering | audio mixing, pro tools, ableton > media production
hairdressing | hair cutting, hair colouring, stylist, barber > beauty
touch typing | typing, data entry, keyboard skills > office work
diary management | calendar management, scheduling meetings, executive assistant, personal assistant > office work
minute taking | taking minutes, meeting minutes > office work

technical writing | documentation, user manuals, wrote documentation > writing
network administration | routers, firewalls, switches, lan, wan, cisco > infrastructure
midwifery | midwife, births, obstetrics > nursing
credit analysis | creditworthiness, credit risk, lending > finance
key account management | key accounts, largest customers, major clients > sales
public relations | press releases, media relations, journalists > marketing
market research | surveys, consumer research, focus groups, interviewed consumers > marketing
quality control | inspected, inspection, defects, quality inspection > manufacturing
maintenance | maintained machines, servicing, serviced, preventive maintenance > technical services
forestry | forestry work, felled trees, chainsaw, woodland > outdoor work
employee relations | disciplinary procedures, grievances, industrial relations > human resources
wound care | dressings, wound healing > nursing
insurance claims | claims handling, settled claims > insurance
route planning | delivery routes, dispatching > logistics
freight forwarding | sea freight, air freight, customs clearance, cleared goods through customs > logistics
painting and decorating | decorator, papered rooms, wallpaper > construction
crane operation | tower crane, crane operator, operated cranes > construction
social work | social worker, case work > social care
counselling | counsellor, counselled, psychological support > social care
fire fighting | firefighter, fire brigade, fire service > emergency services
tractor driving | tractors, harvesters, agricultural machinery > agriculture
bus driving | bus driver, city buses, coach driver > driving
`;
