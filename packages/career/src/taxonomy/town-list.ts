/**
 * Larger towns of the countries whose languages are read here: names, country, regions, and where they lie to a tenth of a degree (a
 * few kilometres). Names that several large towns share (Cambridge, Córdoba, Santiago) are left out: then nothing is known.
 */
export const townList = `
London,Londres;GB;Greater London,England;51.5;-0.1
Birmingham;GB;West Midlands,England;52.5;-1.9
Manchester;GB;Greater Manchester,England;53.5;-2.2
Leeds;GB;West Yorkshire,Yorkshire,England;53.8;-1.5
Bradford;GB;West Yorkshire,Yorkshire,England;53.8;-1.8
Wakefield;GB;West Yorkshire,Yorkshire,England;53.7;-1.5
Sheffield;GB;South Yorkshire,Yorkshire,England;53.4;-1.5
York;GB;North Yorkshire,Yorkshire,England;54.0;-1.1
Hull;GB;East Yorkshire,Yorkshire,England;53.7;-0.3
Liverpool;GB;Merseyside,England;53.4;-3.0
Newcastle upon Tyne;GB;Tyne and Wear,England;55.0;-1.6
Nottingham;GB;Nottinghamshire,East Midlands,England;53.0;-1.1
Derby;GB;Derbyshire,East Midlands,England;52.9;-1.5
Leicester;GB;Leicestershire,East Midlands,England;52.6;-1.1
Bristol;GB;South West England,England;51.5;-2.6
Bath;GB;Somerset,South West England,England;51.4;-2.4
Cardiff;GB;Wales;51.5;-3.2
Swansea;GB;Wales;51.6;-3.9
Edinburgh,Edimburgo;GB;Lothian,Scotland;55.9;-3.2
Glasgow;GB;Scotland;55.9;-4.3
Aberdeen;GB;Scotland;57.1;-2.1
Belfast;GB;Northern Ireland;54.6;-5.9
Southampton;GB;Hampshire,England;50.9;-1.4
Brighton;GB;East Sussex,Sussex,England;50.8;-0.1
Oxford;GB;Oxfordshire,England;51.8;-1.3
Norwich;GB;Norfolk,East Anglia,England;52.6;1.3
Exeter;GB;Devon,South West England,England;50.7;-3.5
Plymouth;GB;Devon,South West England,England;50.4;-4.1
Dublin;IE;Leinster;53.3;-6.3
Cork;IE;Munster;51.9;-8.5
Galway;IE;Connacht;53.3;-9.1
Berlin,Berlim;DE;Berlin;52.5;13.4
Potsdam;DE;Brandenburg;52.4;13.1
Hamburg,Hamburgo;DE;Hamburg;53.6;10.0
Bremen;DE;Bremen;53.1;8.8
Hannover,Hanover;DE;Niedersachsen,Lower Saxony,Baja Sajonia;52.4;9.7
Lüneburg;DE;Niedersachsen,Lower Saxony;53.2;10.4
Osnabrück;DE;Niedersachsen,Lower Saxony;52.3;8.0
Kiel;DE;Schleswig-Holstein;54.3;10.1
Lübeck;DE;Schleswig-Holstein;53.9;10.7
Rostock;DE;Mecklenburg-Vorpommern;54.1;12.1
München,Munich,Múnich,Munique;DE;Bayern,Bavaria,Baviera,Oberbayern;48.1;11.6
Nürnberg,Nuremberg;DE;Bayern,Bavaria,Baviera,Franken;49.5;11.1
Fürth;DE;Bayern,Bavaria,Franken;49.5;11.0
Augsburg;DE;Bayern,Bavaria;48.4;10.9
Regensburg;DE;Bayern,Bavaria;49.0;12.1
Stuttgart;DE;Baden-Württemberg;48.8;9.2
Heilbronn;DE;Baden-Württemberg;49.1;9.2
Karlsruhe;DE;Baden-Württemberg;49.0;8.4
Mannheim;DE;Baden-Württemberg;49.5;8.5
Freiburg im Breisgau;DE;Baden-Württemberg;48.0;7.8
Frankfurt am Main;DE;Hessen,Hesse;50.1;8.7
Wiesbaden;DE;Hessen,Hesse;50.1;8.2
Kassel;DE;Hessen,Hesse;51.3;9.5
Mainz;DE;Rheinland-Pfalz;50.0;8.3
Saarbrücken;DE;Saarland;49.2;7.0
Köln,Cologne,Colonia,Colónia;DE;Nordrhein-Westfalen,NRW,Rheinland;50.9;7.0
Düsseldorf;DE;Nordrhein-Westfalen,NRW,Rheinland;51.2;6.8
Bonn;DE;Nordrhein-Westfalen,NRW,Rheinland;50.7;7.1
Dortmund;DE;Nordrhein-Westfalen,NRW,Ruhrgebiet;51.5;7.5
Essen;DE;Nordrhein-Westfalen,NRW,Ruhrgebiet;51.5;7.0
Duisburg;DE;Nordrhein-Westfalen,NRW,Ruhrgebiet;51.4;6.8
Bochum;DE;Nordrhein-Westfalen,NRW,Ruhrgebiet;51.5;7.2
Münster;DE;Nordrhein-Westfalen,NRW;52.0;7.6
Bielefeld;DE;Nordrhein-Westfalen,NRW;52.0;8.5
Leipzig;DE;Sachsen,Saxony;51.3;12.4
Dresden,Dresde;DE;Sachsen,Saxony;51.1;13.7
Chemnitz;DE;Sachsen,Saxony;50.8;12.9
Halle an der Saale;DE;Sachsen-Anhalt;51.5;12.0
Magdeburg;DE;Sachsen-Anhalt;52.1;11.6
Erfurt;DE;Thüringen,Thuringia;51.0;11.0
Wien,Vienna,Viena;AT;Wien;48.2;16.4
Graz;AT;Steiermark;47.1;15.4
Linz;AT;Oberösterreich;48.3;14.3
Salzburg,Salzburgo;AT;Salzburg;47.8;13.0
Innsbruck;AT;Tirol;47.3;11.4
Zürich,Zurich,Zúrich,Zurique;CH;Zürich;47.4;8.5
Winterthur;CH;Zürich;47.5;8.7
Bern,Berna;CH;Bern;46.9;7.4
Basel,Basilea;CH;Basel-Stadt;47.6;7.6
Genf,Geneva,Genève,Ginebra,Genebra;CH;Romandie;46.2;6.1
Luzern,Lucerne,Lucerna;CH;Zentralschweiz;47.1;8.3
St. Gallen;CH;Ostschweiz;47.4;9.4
Madrid;ES;Comunidad de Madrid;40.4;-3.7
Alcalá de Henares;ES;Comunidad de Madrid;40.5;-3.4
Barcelona;ES;Cataluña,Catalonia,Catalunya,Katalonien;41.4;2.2
Tarragona;ES;Cataluña,Catalonia,Catalunya;41.1;1.2
Girona,Gerona;ES;Cataluña,Catalonia,Catalunya;42.0;2.8
Zaragoza,Saragossa;ES;Aragón;41.7;-0.9
Sevilla,Seville,Sevilha;ES;Andalucía,Andalusia;37.4;-6.0
Málaga;ES;Andalucía,Andalusia;36.7;-4.4
Granada;ES;Andalucía,Andalusia;37.2;-3.6
Almería;ES;Andalucía,Andalusia;36.8;-2.5
Bilbao;ES;País Vasco,Euskadi,Basque Country;43.3;-2.9
San Sebastián,Donostia;ES;País Vasco,Euskadi,Basque Country;43.3;-2.0
Vitoria-Gasteiz;ES;País Vasco,Euskadi,Basque Country;42.8;-2.7
Pamplona;ES;Navarra;42.8;-1.6
Santander;ES;Cantabria;43.5;-3.8
Oviedo;ES;Asturias;43.4;-5.8
Gijón;ES;Asturias;43.5;-5.7
A Coruña,La Coruña;ES;Galicia;43.4;-8.4
Vigo;ES;Galicia;42.2;-8.7
Valladolid;ES;Castilla y León;41.7;-4.7
Salamanca;ES;Castilla y León;41.0;-5.7
Zamora;ES;Castilla y León;41.5;-5.7
Burgos;ES;Castilla y León;42.3;-3.7
Murcia;ES;Región de Murcia;38.0;-1.1
Alicante;ES;Comunidad Valenciana;38.3;-0.5
Palma de Mallorca;ES;Baleares,Islas Baleares;39.6;2.6
Lisboa,Lisbon,Lissabon;PT;Grande Lisboa;38.7;-9.1
Setúbal;PT;Setúbal;38.5;-8.9
Porto,Oporto;PT;Norte,Grande Porto;41.2;-8.6
Vila Nova de Gaia;PT;Norte,Grande Porto;41.1;-8.6
Braga;PT;Norte,Minho;41.5;-8.4
Guimarães;PT;Norte,Minho;41.4;-8.3
Aveiro;PT;Centro;40.6;-8.7
Coimbra;PT;Centro;40.2;-8.4
Leiria;PT;Centro;39.7;-8.8
Évora;PT;Alentejo;38.6;-7.9
Faro;PT;Algarve;37.0;-7.9
São Paulo;BR;Estado de São Paulo;-23.5;-46.6
Campinas;BR;Estado de São Paulo;-22.9;-47.1
Rio de Janeiro;BR;Estado do Rio de Janeiro;-22.9;-43.2
Niterói;BR;Estado do Rio de Janeiro;-22.9;-43.1
Belo Horizonte;BR;Minas Gerais;-19.9;-43.9
Contagem;BR;Minas Gerais;-19.9;-44.1
Brasília;BR;Distrito Federal;-15.8;-47.9
Curitiba;BR;Paraná;-25.4;-49.3
Porto Alegre;BR;Rio Grande do Sul;-30.0;-51.2
Florianópolis;BR;Santa Catarina;-27.6;-48.5
Salvador;BR;Bahia;-13.0;-38.5
Recife;BR;Pernambuco;-8.1;-34.9
Olinda;BR;Pernambuco;-8.0;-34.9
Fortaleza;BR;Ceará;-3.7;-38.5
Goiânia;BR;Goiás;-16.7;-49.3
Manaus;BR;Amazonas;-3.1;-60.0
New York,Nueva York,Nova York,Nova Iorque;US;New York;40.7;-74.0
Los Angeles;US;California;34.1;-118.2
San Francisco;US;California,Bay Area;37.8;-122.4
Oakland;US;California,Bay Area;37.8;-122.3
San Diego;US;California;32.7;-117.2
Seattle;US;Washington State;47.6;-122.3
Chicago;US;Illinois;41.9;-87.6
Boston;US;Massachusetts;42.4;-71.1
Philadelphia;US;Pennsylvania;40.0;-75.2
Austin;US;Texas;30.3;-97.7
Houston;US;Texas;29.8;-95.4
Dallas;US;Texas;32.8;-96.8
Denver;US;Colorado;39.7;-105.0
Atlanta;US;Georgia;33.7;-84.4
Miami;US;Florida;25.8;-80.2
Paris,París;FR;Île-de-France;48.9;2.3
Amsterdam;NL;Noord-Holland;52.4;4.9
Rotterdam;NL;Zuid-Holland;51.9;4.5
Brüssel,Brussels,Bruselas,Bruxelas;BE;Brussels;50.9;4.4
`;
