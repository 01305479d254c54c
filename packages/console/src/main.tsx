import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/search.css';
import './styles/parts/index.css';
import { App } from './app.js';
import { startClock } from './parts/moment.js';
import { watchAddress } from './state/route.js';
import { resume, stayAlive } from './state/session.js';
import { noticePeople } from './wire/attention.js';

watchAddress();
startClock();
void resume();
noticePeople(stayAlive);
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
