/**
 * Requirements and claims nobody tuned anything on. They were written by hand, from all kinds of work, before the matcher
 * was run on them once; the numbers it then reached stand in held-out.test.ts. Whoever improves the matcher looks at
 * pairs.ts instead, with which this list shares no requirement and no claim: the day these lines guide a change they stop
 * being a test. Should one be wrong in itself, say so in the commit that corrects it.
 *
 * `+` the claim answers the requirement, `-` it does not, however alike the words may look.
 */
const written = `
+ Experience in wound dressing | Dressed surgical wounds on a trauma ward for four years
+ Triage in an emergency department | Assessed incoming patients in A&E and set their priority
+ Catheter care | Placed and maintained urinary catheters in a urology clinic
+ Mentoring of nursing students | Was practice supervisor for six student nurses a year
+ Palliative care | Looked after dying people and their families in a hospice
+ Paramedic experience | Rode in an ambulance crew for five years
+ Operating theatre experience | Scrubbed in as theatre nurse for orthopaedic operations
+ Experience in radiology | Took X-rays and CT scans in a district hospital
+ Occupational therapy | Helped stroke patients to dress and cook again as an occupational therapist
+ Speech therapy | Treated children who stutter as a speech and language therapist
+ Veterinary nursing | Assisted a vet with anaesthesia of dogs and cats
+ Optician | Fitted spectacles and measured eyesight in an optician's shop
+ Home care of elderly people | Visited pensioners at home, washed them and gave them their tablets
+ Working with people with learning disabilities | Supported adults with learning disabilities in a shared house
+ MIG welding | Welded car bodies with MIG torches on three shifts
+ TIG welding of stainless steel | Joined stainless pipes for dairies by TIG
+ Reading technical drawings | Built frames from engineering drawings and blueprints
+ Operating CNC lathes | Set up and ran CNC turning machines for valve parts
+ Maintenance of hydraulic systems | Repaired hydraulic presses and replaced pumps and hoses
+ Industrial electrician | Wired control cabinets for packaging lines
+ Quality inspection with calipers and gauges | Measured machined parts with micrometers and calipers
+ Lean manufacturing | Led 5S and Kaizen workshops on the shop floor
+ Injection moulding | Changed moulds and set parameters on injection moulding machines
+ Assembly line work | Assembled gearboxes on a production line
+ Roofing | Laid slates and tiles on church roofs
+ Scaffolding | Put up scaffolds for facades up to thirty metres
+ Excavator licence | Drove excavators and wheel loaders in a quarry
+ Site management in construction | Was site manager for a school with twenty trades
+ Land surveying | Measured building plots with total station and GPS
+ Health and safety at work | Held weekly toolbox talks and wrote risk assessments for the site
+ Primary school teaching | Taught reading and arithmetic to seven-year-olds
+ Teaching English as a foreign language | Gave English lessons to refugees at a language school
+ Classroom management | Kept order in classes of thirty-two teenagers
+ Early years education | Led a kindergarten group of twenty three-year-olds
+ University lecturing | Lectured on medieval history to undergraduates
+ Assessing coursework | Marked essays and examinations for two year groups
+ E-learning development | Built Moodle courses with videos and quizzes
+ Music teaching | Gave piano lessons to children and adults
+ Swimming instruction | Taught beginners to swim as a qualified instructor
+ School leadership | Was deputy head of a comprehensive with nine hundred pupils
+ Forklift driving licence | Moved pallets by counterbalance forklift in a cold store
+ Customs clearance | Filled in import and export declarations for a freight forwarder
+ Inventory control | Counted stock every month and corrected the differences
+ Supply chain management | Coordinated suppliers, production and shipping of a furniture maker
+ Procurement | Negotiated prices and contracts with suppliers of packaging
+ Dangerous goods transport | Held the ADR certificate and delivered fuel to petrol stations
+ Fleet management | Looked after the servicing and insurance of sixty company cars
+ Bus driver | Drove city buses on all lines for eight years
+ Train driver | Drove regional trains between Leeds and York
+ Airport ground handling | Loaded luggage and guided aircraft on the apron
+ Air cabin crew | Worked as a flight attendant on long-haul routes
+ Seafaring experience | Sailed as second officer on container ships
+ Running a kitchen | Led a brigade of eight cooks as head chef
+ Pastry making | Made croissants, tarts and wedding cakes in a patisserie
+ Menu planning | Wrote weekly menus for a hospital canteen
+ Waiting tables | Served guests in a restaurant with eighty seats
+ Bartending | Mixed cocktails in a hotel bar
+ Butchery | Cut and boned beef and pork in a butcher's shop
+ Event catering | Organised buffets for weddings and conferences
+ Legal research | Searched case law and wrote memoranda for two barristers
+ Criminal defence | Defended clients before the magistrates' court
+ Data protection law | Advised companies on the GDPR as data protection officer
+ Litigation experience | Ran commercial disputes up to trial
+ Employment law | Represented dismissed workers before the labour court
+ Patent applications | Wrote patent claims for medical devices
+ Notary's office experience | Prepared deeds and certified signatures for a notary
+ Paralegal | Kept files and deadlines as a paralegal in a law firm
+ Dairy farming | Milked eighty cows twice a day on a family farm
+ Crop protection | Sprayed wheat and potatoes with a certificate for pesticides
+ Viticulture | Pruned vines and harvested grapes on steep slopes
+ Beekeeping | Kept forty hives and sold the honey
+ Fish farming | Fed and graded trout in a fish farm
+ Greenhouse production | Grew tomatoes under glass on two hectares
+ Animal welfare | Checked transport and housing of pigs as an animal welfare officer
+ Responsive web design | Wrote HTML and CSS that work on phones and desktops
+ Experience with a NoSQL database | Stored sensor data in MongoDB
+ Unit testing | Covered the tax engine with JUnit tests
+ Microservices | Split a monolith into thirty services that talk over gRPC
+ Object-oriented programming | Developed trading software in Java
+ Embedded software | Wrote firmware in C for heating controllers
+ Game development | Published two games made with Unity
+ Computer vision | Trained networks that find cracks in photographs of bridges
+ Data visualisation | Drew interactive charts of election results in D3
+ Incident management | Was on call and led the response to outages
+ Monitoring and alerting | Set up Prometheus and Grafana for all services
+ Penetration testing | Broke into customers' networks with their permission and reported the holes
+ Identity and access management | Introduced single sign-on with Okta for two thousand employees
+ Windows Server administration | Ran Active Directory and Exchange for a town hall
+ IT support | Answered tickets of three hundred users at the help desk
+ Software project management | Delivered an insurance platform with four teams on time
+ Product ownership | Wrote user stories and ordered the backlog
+ Requirements engineering | Interviewed departments and wrote down what the new system must do
+ Spreadsheet modelling | Built cash flow models with pivot tables in Excel
+ Credit risk | Rated loan applications of small firms in a savings bank
+ Insurance claims handling | Settled motor damage claims
+ Debt collection | Wrote reminders and agreed instalments with late payers
+ Personnel administration | Kept personnel files and contracts of five hundred employees
+ Social media marketing | Ran the Instagram and TikTok channels of a zoo
+ Journalism | Reported on local politics for a daily newspaper
+ Sign language | Interpreted in British Sign Language at conferences
+ Telephone sales | Sold electricity contracts over the phone
+ Cashier experience | Worked at the till of a supermarket
+ Shop management | Ran a shoe shop with five employees
+ Customer complaints | Answered complaints of rail passengers by letter
+ Firefighting | Served ten years in a professional fire brigade
+ Police work | Patrolled the city centre as a police constable
+ Social work with young people | Advised teenagers in care as a social worker
+ Volunteer coordination | Organised the shifts of eighty volunteers
+ Beauty treatments | Gave facials and manicures in a spa
+ Tailoring | Altered suits and sewed dresses to measure
+ Car repair | Changed brakes and clutches in a garage
+ Bicycle mechanic | Repaired bicycles and built wheels
+ Solar panel installation | Mounted photovoltaic modules on barn roofs
+ Heat pump servicing | Maintained heat pumps and air conditioning units
+ Waste water treatment | Operated a sewage plant for forty thousand inhabitants
+ Archive work | Catalogued letters and photographs in a city archive
+ Library work | Lent and shelved books in a public library
+ Laboratory analysis | Analysed drinking water by chromatography
+ Geology field work | Mapped rock layers and took cores in the Alps
+ Statistical modelling | Fitted regression models to crop yields
- MIG welding | Wrote articles about the MiG fighter plane
- Palliative care | Took care of palettes and brushes in a theatre workshop
- Fluent Spanish | Cooked Spanish tapas in a restaurant
- Train driver | Trained delivery drivers in customer service
- Bus driver | Wrote a driver for the CAN bus of a tractor
- Java programming | Sold coffee from Java and Sumatra
- Go developer | Helped children to go to school safely
- R programming | Worked in R&D of a paint factory
- Scala | Sang in the chorus of La Scala
- Spring framework | Planted spring flowers in public parks
- Rust | Removed rust from ship hulls
- Kotlin | Lived on the island of Kotlin and fished there
- Docker | Worked as a docker in the port of Liverpool
- React | Trained to react quickly in emergencies
- Oracle database | Told fortunes as an oracle at fairs
- Windows administration | Cleaned windows of office towers
- Kubernetes | Steered a sailing yacht across the Atlantic
- Tableau | Painted a tableau for the town hall
- Crane operator licence | Watched cranes and storks for a bird reserve
- Court experience | Kept the tennis courts of a club in order
- Patent applications | Polished patent leather shoes
- Bar admission | Cleaned the bar after closing time
- Dairy farming | Kept a diary of daily life on an oil rig
- Viticulture | Organised cultural evenings in a wine bar
- Banking experience | Repaired river banks after floods
- Financial audit | Auditioned dancers for a musical
- Teaching mathematics | Counted stock every month in a warehouse
- Early years education | Got up early for years to deliver newspapers
- Swimming instruction | Cleaned swimming pools in hotels
- School leadership | Drove the school bus
- Air cabin crew | Built log cabins in the mountains
- Customs clearance | Studied wedding customs in rural Greece
- Fleet management | Clipped the fleece of sheep
- Police work | Polished floors in a police station
- Firefighting | Sold fireplaces and stoves
- Data protection law | Protected crops with nets against birds
- Translation from German into English | Drove lorries between Germany and England
- Laboratory analysis | Bred labrador dogs
- Statistical modelling | Modelled clothes for a catalogue
- Radiology | Presented the morning show on local radio
- Anaesthesia | Sang in an amateur choir
`;

export interface HeldOutPair {
  readonly requirement: string;
  readonly claim: string;
  readonly answers: boolean;
}

export const heldOutPairs: readonly HeldOutPair[] = written
  .trim()
  .split('\n')
  .map((line) => {
    const [requirement = '', claim = ''] = line.slice(1).split('|');
    return { requirement: requirement.trim(), claim: claim.trim(), answers: line.startsWith('+') };
  });
