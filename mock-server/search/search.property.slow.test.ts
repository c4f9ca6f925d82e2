import './search.property.test.js';
