/* global document, fetch, FormData, location, matchMedia, SwaggerUIBundle */
import htm from '/assets/packages/htm/dist/htm.module.js';

/** Renders the document of the page. Sets this mock as the server, and fills in a valid key. */
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
    plugins: [changeParts],
    onComplete: () => place.dataset.key && ui.preauthorizeApiKey('apiKey', place.dataset.key),
  });
}

/** Changes parts of Swagger UI, mostly to give each a name for screen readers. */
const changeParts = ({ React }) => {
  const html = htm.bind(React.createElement);
  const wrapComponents = {
    // Collapses the documented responses of an operation, up to eleven. A click or the response to a request opens them.
    responses: (Responses) => (props) =>
      html`<details className="fold" open=${props.tryItOutResponse ? true : undefined}>
        <summary>Responses</summary><${Responses} ...${props} />
      </details>`,
    // Removes links inside buttons, which the keyboard cannot reach.
    DeepLink: () => (props) => html`<span>${props.text}</span>`,
    InfoContainer: (Info) => (props) =>
      html`<section aria-label="The document"><${Info} ...${props} /></section>`,
    operations: (Operations) => (props) =>
      html`<${React.Fragment}><h2 className="unseen">Operations</h2><${Operations} ...${props} /><//>`,
    TextArea: (TextArea) => (props) => html`<${TextArea} aria-label="Request body" ...${props} />`,
    ExamplesSelect: (Select) => (props) =>
      html`<label><span className="unseen">Example</span><${Select} ...${props} /></label>`,
    HighlightCode: (Code) => (props) =>
      html`<div className="code" role="group" aria-label="Code" tabIndex=${0}><${Code} ...${props} /></div>`,
    // Replaces the dialog, which has no names. Asks only for the first scheme.
    authorizationPopup: () => (props) => askForKey(html, props),
  };
  return { wrapComponents };
};

function askForKey(html, { authActions, authSelectors }) {
  const [[name, schema]] = Object.entries(authSelectors.shownDefinitions().first().toJS());
  const close = () => authActions.showDefinitions(false);
  const use = (event) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('key');
    authActions.authorize({ [name]: { value, schema } });
    close();
  };
  return html`<dialog ref=${(place) => place?.open === false && place.showModal()} aria-labelledby="key-title" onClose=${close}>
    <h2 id="key-title">Authorize</h2>
    <form onSubmit=${use}>
      <label>${schema.description}<input name="key" required autoComplete="off" defaultValue=${authSelectors.authorized().getIn([name, 'value'])} /></label>
      <p><button className="btn authorize">Authorize</button><button className="btn cancel" type="button" onClick=${close}>Cancel</button></p>
    </form>
  </dialog>`;
}

/**
 * Swagger UI fills fields with their examples. This empties optional fields: a second search with the example's
 * operation key would be refused, and a journal filtered by the examples has no entries.
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

/** Switches the dark theme of Swagger UI, which does not follow the system's theme. */
function dress(dark) {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
}

const dark = matchMedia('(prefers-color-scheme: dark)');
dress(dark);
dark.addEventListener('change', dress);
render().catch((error) => {
  document.querySelector('.wait').textContent = `The document could not be rendered: ${error.message}`;
});
