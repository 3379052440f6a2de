import { assetUrl, parseAssetKey } from '@atrium/asset-key'

const relative = /^\/?api\/assets\/(.+)$/

/** An asset key or an address without its origin as the full URL; any other text as it is. */
function resolved(apiUrl: string, text: string): string {
  const trimmed = text.trim()
  const key = parseAssetKey(trimmed)?.key ?? parseAssetKey(relative.exec(trimmed)?.[1] ?? '')?.key
  return key === undefined ? text : assetUrl(apiUrl, key)
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
  markup.replace(/(?<=["'(=\s,])\/api\/assets\/([^"'()\s,<>]+)/g, (whole, rest: string) => {
    const key = parseAssetKey(rest)?.key
    return key === undefined ? whole : assetUrl(apiUrl, key)
  })
