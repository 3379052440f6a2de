import { type AssetExtension, documentTypes, mediaTypes } from './media-types.ts'

/** The readers of a blob: anyone (`pub`) or only the owning org (`priv`). */
export type Visibility = 'pub' | 'priv'

export const visibilities: readonly Visibility[] = ['pub', 'priv']

/** A valid key taken apart; `key` is the whole of it, equal to the string that was parsed. */
export interface AssetKey {
  readonly orgId: string
  readonly visibility: Visibility
  readonly uuid: string
  readonly extension: AssetExtension
  readonly key: string
}

/** The grammar of a key's segments as regular expression sources, shared with the extractor. */
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

/** A new key `<orgId>/<visibility>/<uuid>.<ext>` with a random uuid. Throws a TypeError for a malformed part. */
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

/** The key of a file with this digest (32 bytes or more), always the same. Throws as `buildAssetKey`. */
export function assetKeyOfDigest(parts: {
  orgId: string
  extension: AssetExtension
  digest: Uint8Array
  /** `priv` by default. */
  visibility?: Visibility
}): string {
  const key = `${parts.orgId}/${parts.visibility ?? 'priv'}/${uuidOf(parts.digest.slice(0, 16))}.${parts.extension}`
  if (parts.digest.length < 32 || !parseAssetKey(key)) {
    throw new TypeError('A key of a digest needs an org id, a known extension and 32 bytes')
  }
  return key
}

/** Takes a key apart; undefined for everything that the builder could not have written (other cases, encodings). */
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

/** The prefix of an org's keys, or one lane, with its slash. Throws a TypeError on a malformed id or lane. */
export function assetPrefix(orgId: string, visibility?: Visibility): string {
  if (!wholeOrgId.test(orgId)) throw new TypeError('Not an org id')
  if (visibility === undefined) return `${orgId}/`
  if (!visibilities.includes(visibility)) throw new TypeError('A lane is pub or priv')
  return `${orgId}/${visibility}/`
}

/** The address of a blob, `API_URL` + `/api/assets/` + key. Throws a TypeError when `key` does not parse. */
export function assetUrl(apiUrl: string, key: string): string {
  if (!parseAssetKey(key)) throw new TypeError('Not an asset key')
  return `${apiUrl.replace(/(?<!\/)\/+$/, '')}/api/assets/${key}`
}

// crypto.randomUUID exists only in secure contexts; a dashboard on plain HTTP in a local network is not one.
const randomUuid = (): string => uuidOf(globalThis.crypto.getRandomValues(new Uint8Array(16)))

/** A uuid of version 4 with these bits. */
function uuidOf(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
