import './model.test.js';
