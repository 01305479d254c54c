import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts/index.css';
import { App } from './app.js';
import { startClock } from './parts/moment.js';
import { watchAddress } from './state/route.js';
import { resume } from './state/session.js';

watchAddress();
startClock();
void resume();
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
