import './hostile.test.js';
