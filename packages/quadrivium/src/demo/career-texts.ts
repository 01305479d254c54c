export const resume = `# Robin Sample

## Experience

### Grid analyst, Valley Energy (2021 to 2026)

- Planned reservoir operation for six hydro plants with Python
- Built dashboards of spot prices in Power BI
- Wrote SQL reports on outages for the regulator

### Data engineer, Harbour Logistics (2018 to 2021)

- Moved nightly ETL jobs to Airflow
- Led a team of five analysts

## Education

- MSc in hydrology
`;

const planning = `Energy planning engineer

What we're looking for
- Python
- Experience with hydropower or reservoir operation
- Data pipelines
- People management

Nice to have
- Fluent Portuguese

Benefits
- A river view
`;

const data = `Data platform engineer

Requirements
- Airflow or another workflow scheduler
- SQL
- Kubernetes in production

Nice to have
- Power BI
`;

const kitchen = `Pastry chef

Requirements
- Five years in a professional kitchen
- Laminated doughs
- Early mornings
`;

export const postings = [
  {
    opportunity_id: 'demo-opportunity',
    company: 'Upstream Power',
    role_title: 'Energy planning engineer',
    text: planning,
  },
  { opportunity_id: 'demo-data', company: 'Quayside Data', role_title: 'Data platform engineer', text: data },
  { opportunity_id: 'demo-kitchen', company: 'Crumb and Crust', role_title: 'Pastry chef', text: kitchen },
] as const;
