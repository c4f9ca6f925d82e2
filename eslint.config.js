import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Globals of browsers, for the modules of pages. */
const inBrowsers = Object.fromEntries(
  `
    AbortController localStorage atob Blob DecompressionStream Response EventSource document fetch
    FormData history HashChangeEvent location navigator addEventListener removeEventListener
    dispatchEvent requestAnimationFrame ResizeObserver setTimeout clearTimeout TextDecoderStream
    URL URLSearchParams matchMedia indexedDB setInterval clearInterval
  `
    .trim()
    .split(/\s+/)
    .map((name) => [name, 'readonly']),
);

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '**/generated/**',
      'scripts/package/consumer/**',
      'conformance/clients/courses/templates/**',
      'scripts/**/node_modules/**',
      'reports/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
          message: 'Write the members themselves: nothing is spread here, only the formatter is misled.',
        },
      ],
    },
  },
  {
    // One program for all files takes less time than a project service.
    languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    files: ['**/*.ts'],
    // These are compiled with the generated clients.
    ignores: ['scripts/opinions/clients/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  {
    files: [
      'common/browser/**/*.js',
      'mock-server/pages/app/**/*.js',
      'conformance/{workbench,reports}/app/**/*.js',
    ],
    languageOptions: { globals: inBrowsers },
  },
  {
    files: ['{conformance,mock-server,common}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 80 }] },
  },
);
