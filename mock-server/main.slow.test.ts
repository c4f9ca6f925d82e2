import './main.test.js';
