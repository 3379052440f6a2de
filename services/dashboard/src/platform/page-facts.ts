// Facts that the server writes into the page.
const metaOf = (selector: string): HTMLMetaElement | null => document.querySelector(`meta[${selector}]`)

/** The nonce for style elements; empty in development. */
export const styleNonce = metaOf('property="csp-nonce"')?.nonce ?? ''

/** The origin of the API: that of the page unless the server names another. */
export const apiOrigin = metaOf('name="api-url"')?.content || window.location.origin
