import { type AssetExtension, documentTypes, mediaTypes } from './media-types.ts'

/** Who may read a blob: anyone (`pub`) or only the owning organisation (`priv`). */
export type Visibility = 'pub' | 'priv'

export const visibilities: readonly Visibility[] = ['pub', 'priv']

/** The parts of a valid key. `key` is the whole key, equal to the parsed string. */
export interface AssetKey {
  readonly orgId: string
  readonly visibility: Visibility
  readonly uuid: string
  readonly extension: AssetExtension
  readonly key: string
}

/** Regular expression sources for a key's segments, shared with the extractor. */
export const keyGrammar = {
  orgId: 'org_[0-9a-f]{32}',
  visibility: 'pub|priv',
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
  extension: [...mediaTypes, ...documentTypes].map((type) => type.extension).join('|'),
} as const

const wholeKey = new RegExp(
  `^(?<orgId>${keyGrammar.orgId})/(?<visibility>${keyGrammar.visibility})/(?<uuid>${keyGrammar.uuid})\\.(?<extension>${keyGrammar.extension})$`,
)
const wholeOrgId = new RegExp(`^${keyGrammar.orgId}$`)

/**
 * Returns a new key `<orgId>/<visibility>/<uuid>.<ext>` with a random uuid. Throws a TypeError if a
 * part is malformed.
 */
export function buildAssetKey(parts: {
  orgId: string
  visibility: Visibility
  extension: AssetExtension
}): string {
  const key = `${parts.orgId}/${parts.visibility}/${randomUuid()}.${parts.extension}`
  if (!parseAssetKey(key)) {
    throw new TypeError('An asset key needs an org id, a lane (pub or priv) and a known extension')
  }
  return key
}

/**
 * Returns the key for a file digest (32 bytes or more). Equal digests give equal keys. Throws a
 * TypeError if a part is malformed.
 */
export function assetKeyOfDigest(parts: {
  orgId: string
  extension: AssetExtension
  digest: Uint8Array
  /** Defaults to `priv`. */
  visibility?: Visibility
}): string {
  const key = `${parts.orgId}/${parts.visibility ?? 'priv'}/${formatUuid(parts.digest.slice(0, 16))}.${parts.extension}`
  if (parts.digest.length < 32 || !parseAssetKey(key)) {
    throw new TypeError('A key of a digest needs an org id, a known extension and 32 bytes')
  }
  return key
}

/**
 * Parses a key. Returns undefined if the builder could not have written the text (for example,
 * other letter cases or encodings).
 */
export function parseAssetKey(text: string): AssetKey | undefined {
  if (typeof text !== 'string') return undefined
  const groups = wholeKey.exec(text)?.groups
  if (!groups) return undefined
  return {
    orgId: groups.orgId as string,
    visibility: groups.visibility as Visibility,
    uuid: groups.uuid as string,
    extension: groups.extension as AssetExtension,
    key: text,
  }
}

/**
 * Returns the key prefix for an organisation or one of its lanes, with a trailing slash. Throws a
 * TypeError if the id or lane is malformed.
 */
export function assetPrefix(orgId: string, visibility?: Visibility): string {
  if (!wholeOrgId.test(orgId)) throw new TypeError('Not an org id')
  if (visibility === undefined) return `${orgId}/`
  if (!visibilities.includes(visibility)) throw new TypeError('A lane is pub or priv')
  return `${orgId}/${visibility}/`
}

/**
 * Returns a blob's address: `API_URL` + `/api/assets/` + key. Throws a TypeError if `key` does not
 * parse.
 */
export function assetUrl(apiUrl: string, key: string): string {
  if (!parseAssetKey(key)) throw new TypeError('Not an asset key')
  return `${apiUrl.replace(/(?<!\/)\/+$/, '')}/api/assets/${key}`
}

// crypto.randomUUID exists only in secure contexts. A dashboard on plain HTTP in a local network is
// not one.
const randomUuid = (): string => formatUuid(globalThis.crypto.getRandomValues(new Uint8Array(16)))

/** Returns a version 4 uuid with these bits. */
function formatUuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
