import { createHash } from 'node:crypto'

// A previewed page runs no script: it is parsed without running, and the policy allows only this
// one script.
const script = `addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return
  const page = new DOMParser().parseFromString(data.html, 'text/html')
  for (const element of page.querySelectorAll('meta[http-equiv], base')) element.remove()
  const top = scrollY
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  scrollTo(0, top)
})
addEventListener('click', (event) => { if (event.target.closest('a, area') !== null) event.preventDefault() }, true)
addEventListener('submit', (event) => event.preventDefault(), true)`

/** The preview document's path. No page of the application has it. */
export const previewPath = '/page-preview'

/** The document in the preview frame. It shows the page that the outer window sends. */
export const previewDocument = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><script>${script}</script></head><body></body></html>`

const hash = createHash('sha256').update(script).digest('base64')

/**
 * The preview's policy: a published page's content, the document's script, and no other frame
 * around it.
 */
export const previewPolicy = (apiOrigin: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    `img-src 'self' ${apiOrigin} https: data:`,
    `media-src 'self' ${apiOrigin} https:`,
    "style-src 'unsafe-inline'",
    'font-src https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
