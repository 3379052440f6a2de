/** The API document's page. It loads everything from this origin. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Atrium API</title>
<link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript; the document itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

/** Starts the viewer. It is a separate file because the page allows no inline scripts. */
export const startScript = `// The viewer has a dark look and leaves its choice to the page.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// The viewer itself compares only the group names, with their case.
function narrow(groups, phrase) {
  const words = phrase.toLowerCase().split(' ').filter((word) => word !== '')
  const has = (text) => words.every((word) => text.toLowerCase().includes(word))
  const listText = (group, entry) => {
    const operation = entry.get('operation')
    const [id, summary] = ['operationId', 'summary'].map((name) => operation.get(name, ''))
    return [group, entry.get('method'), entry.get('path'), id, summary].join(' ')
  }
  return groups
    .map((group, name) => group.update('operations', (all) => all.filter((entry) => has(listText(name, entry)))))
    .filter((group) => group.get('operations').size > 0)
}

// Groups are open while the field narrows them.
const openWhileNarrowed = (isShown, system) => (_state, thing, otherwise) => {
  const phrase = system.layoutSelectors.currentFilter()
  const narrowed = typeof phrase === 'string' && phrase.trim() !== '' && thing[0] === 'operations-tag'
  return isShown(thing, otherwise || narrowed)
}

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Groups closed, in document order, with a field to narrow them. Lists no schemas.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  filter: true,
  persistAuthorization: false,
  withCredentials: true,
  // The validator's badge would be asked for elsewhere.
  validatorUrl: null,
  plugins: [
    { fn: { opsFilter: narrow }, statePlugins: { layout: { wrapSelectors: { isShown: openWhileNarrowed } } } },
  ],
})
`

/**
 * Allows nothing from other origins, and nothing inline except the styles set by the viewer on its
 * elements.
 */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
