import { assetUrl, parseAssetKey } from '@atrium/asset-key'

const address = /^(?:\/?api\/assets\/)?([^?#]+)([?#].*)?$/s

/** An asset key or an address without its origin as the full URL; any other text as it is. */
function resolved(apiUrl: string, text: string): string {
  const [, path = '', rest = ''] = address.exec(text.trim()) ?? []
  const key = parseAssetKey(path)?.key
  return key === undefined ? text : assetUrl(apiUrl, key) + rest
}

/** The same for every text inside values. */
export function resolveValues(apiUrl: string, value: unknown): unknown {
  if (typeof value === 'string') return resolved(apiUrl, value)
  if (Array.isArray(value)) return value.map((item) => resolveValues(apiUrl, item))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, resolveValues(apiUrl, inner)]),
    )
  }
  return value
}

/** The same for addresses without an origin that stand in markup, in attributes and `url()`. */
export const resolveMarkup = (apiUrl: string, markup: string): string =>
  markup.replace(/(?<=["'(=\s,])\/api\/assets\/([^"'()\s,<>?#]+)/g, (whole, rest: string) => {
    const key = parseAssetKey(rest)?.key
    return key === undefined ? whole : assetUrl(apiUrl, key)
  })

/** A page in whose markup an address goes on with a value: that value was a key, and is the full URL by now. */
export function withoutDoubledOrigins(apiUrl: string, html: string): string {
  const route = '/api/assets/'
  const full = apiUrl + route
  return html.replaceAll(full + full, full).replaceAll(route + full, full)
}
