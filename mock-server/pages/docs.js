/* global document, fetch, location, matchMedia, SwaggerUIBundle */

/** Renders the document named by the page, with this mock as its server and a key that works filled in. */
async function render() {
  const place = document.getElementById('docs');
  const answer = await fetch(place.dataset.document);
  if (!answer.ok) throw new Error(`${place.dataset.document} answered ${answer.status}`);
  const spec = await answer.json();
  spec.servers = [{ url: location.origin, description: 'This mock' }];
  leaveOptionalEmpty(spec);
  const ui = SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    syntaxHighlight: { theme: 'tomorrow-night' },
    plugins: [foldResponses, nameParts],
    onComplete: () => place.dataset.key && ui.preauthorizeApiKey('apiKey', place.dataset.key),
  });
}

/** An operation documents up to eleven responses. They open by a click, and with the response to a request. */
function foldResponses({ React: { createElement } }) {
  const fold = (Responses) => (props) =>
    createElement(
      'details',
      { className: 'fold', open: props.tryItOutResponse ? true : undefined },
      createElement('summary', null, 'Responses'),
      createElement(Responses, props),
    );
  return { wrapComponents: { responses: fold } };
}

/** Gives each part a name and a place for screen readers. A link within the button of an operation would be out of reach. */
function nameParts({ React: { createElement, Fragment } }) {
  return {
    wrapComponents: {
      DeepLink:
        () =>
        ({ text }) =>
          createElement('span', null, text),
      InfoContainer: (Info) => (props) =>
        createElement('section', { 'aria-label': 'The document' }, createElement(Info, props)),
      operations: (Operations) => (props) =>
        createElement(
          Fragment,
          null,
          createElement('h2', { className: 'unseen' }, 'Operations'),
          createElement(Operations, props),
        ),
      TextArea: (TextArea) => (props) => createElement(TextArea, { 'aria-label': 'Request body', ...props }),
      ExamplesSelect: (ExamplesSelect) => (props) =>
        createElement(
          'label',
          null,
          createElement('span', { className: 'unseen' }, 'Example'),
          createElement(ExamplesSelect, props),
        ),
      HighlightCode: (Code) => (props) =>
        createElement(
          'div',
          { className: 'code', role: 'group', 'aria-label': 'Code', tabIndex: 0 },
          createElement(Code, props),
        ),
    },
  };
}

/**
 * The renderer fills a field with its example. An optional one is better left empty: a second search under the
 * example's operation key would be refused, and a journal filtered by example has no entries.
 */
function leaveOptionalEmpty(spec) {
  const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));
  const lists = [spec.components.parameters, ...operations.map((operation) => operation.parameters)];
  for (const parameter of lists.flatMap((list) => Object.values(list ?? {}))) {
    if (!parameter.required) {
      delete parameter.example;
      delete parameter.examples;
    }
  }
}

/** Swagger UI has a dark theme that a page must switch on. */
function dress(dark) {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
}

const dark = matchMedia('(prefers-color-scheme: dark)');
dress(dark);
dark.addEventListener('change', dress);
render().catch((error) => {
  document.querySelector('.wait').textContent = `The document could not be rendered: ${error.message}`;
});
