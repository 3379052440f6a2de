// Facts that the server writes into the page.
const findMeta = (selector: string): HTMLMetaElement | null =>
  document.querySelector(`meta[${selector}]`)

/** The nonce for style elements; empty in development. */
export const styleNonce = findMeta('property="csp-nonce"')?.nonce ?? ''

/** Whether organisations of sample data are offered: in development alone. */
export const offersSamples = findMeta('name="samples"')?.content === 'yes'

/** The origin of the API: that of the page unless the server names another. */
export const apiOrigin = findMeta('name="api-url"')?.content || window.location.origin
