import './keeping.test.js';
