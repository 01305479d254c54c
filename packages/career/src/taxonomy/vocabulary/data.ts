/** Data, databases, analysis and machine learning. */
export const data = `
sql, structured query language, sql queries, sql query, t-sql, pl/sql, tsql, sql databases | sql-abfragen, sql-kenntnisse, sql-datenbanken | consultas sql | consultas sql > databases
postgresql, postgres | | | > ~relational database
mysql, mariadb | | | > ~relational database
sql server, mssql, ms sql, microsoft sql server | | | > ~relational database
oracle database, oracle db, !=oracle, oracle sql | oracle-datenbank | base de datos oracle | banco de dados oracle > ~relational database
sqlite | | | > ~relational database
relational database, relational databases, rdbms, relational db | relationale datenbank, relationale datenbanken | bases de datos relacionales, base de datos relacional | bancos de dados relacionais, bases de dados relacionais > sql
mongodb, mongo | | | > ~nosql
cassandra, !=cassandra | | | > ~nosql
dynamodb | | | > ~nosql
redis | | | > ~nosql
nosql, nosql databases, document database, document databases | nosql-datenbanken | bases de datos nosql | bancos nosql > databases
databases, database, database design | datenbanken, datenbank, datenbankkenntnisse | bases de datos, base de datos | bancos de dados, banco de dados, bases de dados
elasticsearch, opensearch, elastic search | | | > search engines
search engines, search technology | suchmaschinen-technologie | |
data engineering, data engineer, data pipelines, data pipeline, data ingestion, data integration | datenpipelines, dateningenieur | ingenieria de datos, ingeniero de datos, canalizaciones de datos, pipelines de datos | engenharia de dados, engenheiro de dados, pipelines de dados > databases
workflow orchestration, *dagster, *prefect, data orchestration | | |
airflow, apache airflow | | | > ~workflow orchestration, data engineering
dbt | | | > data engineering
spark, !=spark, apache spark, pyspark | | | > big data
hadoop | | | > big data
big data | | | > data engineering
snowflake, !=snowflake | | | > ~data warehouse
bigquery, big query | | | > ~data warehouse
redshift | | | > ~data warehouse
data warehouse, data warehousing, data warehouses, dwh | data-warehouse | almacen de datos, almacenes de datos | data warehouse, armazem de dados > data engineering
machine learning, ml, predictive models, predictive modelling, predictive modeling, ml models, machine-learning, *xgboost, model training, trained _ models, classification models | maschinelles lernen, machine-learning-modelle, vorhersagemodelle | aprendizaje automatico, modelos predictivos, aprendizaje de maquina | aprendizado de maquina, aprendizagem automatica, modelos preditivos > data science
deep learning, neural networks, neural network | neuronale netze, tiefes lernen | aprendizaje profundo, redes neuronales | aprendizado profundo, redes neurais, redes neuronais > machine learning
pytorch | | | > ~deep learning framework
tensorflow | | | > ~deep learning framework
keras | | | > ~deep learning framework
deep learning framework, deep learning frameworks, ml frameworks, machine learning framework | | | > deep learning
natural language processing, nlp, llm, text mining | sprachverarbeitung, textanalyse mit nlp | procesamiento del lenguaje natural | processamento de linguagem natural > machine learning
computer vision, image recognition, image processing | bildverarbeitung, bilderkennung | vision artificial, vision por computador | visao computacional > machine learning
pandas, !=pandas, numpy | | | > python, data analysis
data science, data scientist, data scientists | datenwissenschaft, datenwissenschaftler, datenwissenschaftlerin | ciencia de datos, cientifico de datos, cientifica de datos | ciencia de dados, cientista de dados > data analysis, statistics
data analysis, data analytics, data analyst, analysing data, analyzing data, analysed data, analyzed data, analytical models, analyse data, business analytics | datenanalyse, datenanalysen, datenanalyst, auswertung von daten | analisis de datos, analista de datos, analitica de datos | analise de dados, analista de dados
statistics, statistical analysis, statistical methods, statistical models, statistical modelling, statistical modeling, statistician, regression analysis, hypothesis testing, statistical tests, econometrics | statistik, statistische auswertung, statistische methoden, statistikkenntnisse | estadistica, analisis estadistico, metodos estadisticos | estatistica, analise estatistica, metodos estatisticos
r, !=r, r language, r programming, r studio, rstudio, tidyverse, ggplot2, r shiny | | | > ~statistical software
sas, !=sas, sas programming | | | > ~statistical software
spss | | | > ~statistical software
stata | | | > ~statistical software
statistical software, statistics software, statistical packages | statistiksoftware | software estadistico | software estatistico, softwares estatisticos > statistics
tableau, !=tableau | | | > ~business intelligence
power bi, powerbi, microsoft power bi | | | > ~business intelligence
looker, !=looker | | | > ~business intelligence
qlik, qlikview, qlik sense | | | > ~business intelligence
business intelligence, bi tools, bi tool, dashboards, dashboard, data visualisation, data visualization, bi-tools, reporting tools | datenvisualisierung, bi-werkzeuge | inteligencia de negocio, visualizacion de datos, cuadros de mando, herramientas de bi | visualizacao de dados, inteligencia de negocios, paineis de indicadores, ferramentas de bi > data analysis
product analytics, *amplitude, *mixpanel | | | > data analysis
cloud data warehouse, cloud warehouse, cloud data warehouses | cloud-data-warehouse | almacen de datos en la nube | data warehouse na nuvem > data warehouse
geospatial data, postgis, geodata | geodaten, postgis | datos geoespaciales | dados geoespaciais
data quality, data-quality checks, data quality checks | datenqualitat | calidad de datos | qualidade de dados > data engineering
`;
