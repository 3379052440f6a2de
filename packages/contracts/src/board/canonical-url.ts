const tracking =
  /^(?:utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|igsh|mc_cid|mc_eid|ref_src|ref_url|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|si)$/i

/**
 * Removes from a URL what does not change the page: fragment, tracking parameters, parameter order,
 * default port, credentials, `www.`, trailing slash and scheme. Two captures with the same result
 * are one link.
 * Throws a TypeError if the text is no URL.
 */
export function canonicalUrl(text: string): string {
  const url = new URL(text)
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name))
  kept.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : x > y ? 1 : 0) : a < b ? -1 : 1))
  const host = url.host.replace(/^www\./, '').replace(/\.(?=$|:)/, '')
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const query = new URLSearchParams(kept).toString()
  // Single-page routers put the page into the fragment, so `#!` and `#/` count.
  const fragment = /^#[!/]/.test(url.hash) ? url.hash : ''
  return `https://${host}${path}${query === '' ? '' : `?${query}`}${fragment}`
}
