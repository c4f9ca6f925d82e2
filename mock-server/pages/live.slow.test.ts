import './live.test.js';
