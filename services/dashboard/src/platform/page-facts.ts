// Facts that the server writes into the page.
const metaOf = (selector: string): HTMLMetaElement | null => document.querySelector(`meta[${selector}]`)

/** The nonce for style elements; empty in development. */
export const styleNonce = metaOf('property="csp-nonce"')?.nonce ?? ''

/** Whether organisations of sample data are offered: in development alone. */
export const offersSamples = metaOf('name="samples"')?.content === 'yes'

/** The origin of the API: that of the page unless the server names another. */
export const apiOrigin = metaOf('name="api-url"')?.content || window.location.origin
