import { findAssetKeys, findAssetOrgs, parseAssetKey } from '@atrium/asset-key'
import { findFileIds, referenceErrors } from '@atrium/contracts'
import { repairValue } from '@atrium/database'

// Repairs the value first, because the database drops NUL characters. A key with a NUL inside
// becomes a whole key there.
const toText = (value: unknown): string => JSON.stringify(repairValue(value)) ?? ''
const keysIn = (value: unknown): string[] => findAssetKeys(toText(value))

const namesAnotherOrg = (orgId: string, value: unknown): boolean =>
  findAssetOrgs(toText(value)).some((org) => org !== orgId) ||
  keysIn(value).some((key) => parseAssetKey(key)?.orgId !== orgId)

/** Scans a record for asset keys of its own org (docs/reference/assets.md, "Release"). */
export function referenceKeys(orgId: string, record: unknown): string[] {
  return keysIn(record).filter((key) => parseAssetKey(key)?.orgId === orgId)
}

/** Returns the keys and item files in a card and its timeline. */
export const cardReferences = (orgId: string, record: unknown): string[] => [
  ...referenceKeys(orgId, record),
  ...findFileIds(toText(record)),
]

/**
 * Works like `referenceKeys`, but for page content. Page content must not refer to another org.
 * Throws `foreign_asset` (422).
 */
export function pageKeys(orgId: string, record: Readonly<Record<string, unknown>>): string[] {
  const errors = Object.entries(record).flatMap(([path, value]) =>
    namesAnotherOrg(orgId, value)
      ? [{ path, message: 'This file belongs to another organisation' }]
      : [],
  )
  if (errors.length > 0) throw referenceErrors.foreign_asset({ details: { errors } })
  return referenceKeys(orgId, record)
}
