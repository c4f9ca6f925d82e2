import './kill.test.js';
