import './workbench.test.js';
