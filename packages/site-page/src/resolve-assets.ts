import { assetUrl, parseAssetKey } from '@atrium/asset-key'

const address = /^(?:\/?api\/assets\/)?([^?#]+)([?#].*)?$/s

/**
 * Returns the full URL for an asset key or an address without origin. Returns any other text
 * unchanged.
 */
function resolved(apiUrl: string, text: string): string {
  const [, path = '', rest = ''] = address.exec(text.trim()) ?? []
  const key = parseAssetKey(path)?.key
  return key === undefined ? text : assetUrl(apiUrl, key) + rest
}

/** Resolves every asset key and address inside values, at any depth. */
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

/** Resolves addresses without origin in markup, in attributes and in `url()`. */
export const resolveMarkup = (apiUrl: string, markup: string): string =>
  markup.replace(/(?<=["'(=\s,])\/api\/assets\/([^"'()\s,<>?#]+)/g, (whole, rest: string) => {
    const key = parseAssetKey(rest)?.key
    return key === undefined ? whole : assetUrl(apiUrl, key)
  })

/**
 * Removes doubled origins. They occur if markup continues an address with a value that was a key
 * and has become a full URL.
 */
export function withoutDoubledOrigins(apiUrl: string, html: string): string {
  const route = '/api/assets/'
  const full = apiUrl + route
  return html.replaceAll(full + full, full).replaceAll(route + full, full)
}
