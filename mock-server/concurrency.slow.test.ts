import './concurrency.test.js';
