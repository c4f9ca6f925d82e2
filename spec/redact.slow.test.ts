import './redact.test.js';
