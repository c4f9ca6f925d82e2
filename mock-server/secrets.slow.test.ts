import './secrets.test.js';
