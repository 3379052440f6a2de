// The server writes these facts into the page.
const findMeta = (selector: string): HTMLMetaElement | null =>
  document.querySelector(`meta[${selector}]`)

/** The nonce for style elements. Empty in development. */
export const styleNonce = findMeta('property="csp-nonce"')?.nonce ?? ''

/** True if sample organisations are offered. This is only the case in development. */
export const offersSamples = findMeta('name="samples"')?.content === 'yes'

/** The API's origin. It is the page's origin unless the server names another. */
export const apiOrigin = findMeta('name="api-url"')?.content || window.location.origin

/** True if the keyboard has the ⌘ key. */
export const apple = /mac|iphone|ipad/i.test(navigator.userAgent)
