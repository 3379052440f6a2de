import { findAssetKeys, findAssetOrgs, parseAssetKey } from '@atrium/asset-key'
import { referenceErrors } from '@atrium/contracts'
import { repairValue } from '@atrium/database'

// As the database will hold it: a NUL character inside a key is dropped on the way there, and the key is whole.
const textOf = (value: unknown): string => JSON.stringify(repairValue(value)) ?? ''
const keysIn = (value: unknown): string[] => findAssetKeys(textOf(value))

const namesAnotherOrg = (orgId: string, value: unknown): boolean =>
  findAssetOrgs(textOf(value)).some((org) => org !== orgId) ||
  keysIn(value).some((key) => parseAssetKey(key)?.orgId !== orgId)

/**
 * The keys that a record points at, found by scanning the whole serialized record (docs/reference/assets.md,
 * "Release"). Only keys of the record's own org count: the liveness scan is scoped to the blob's org.
 */
export function referenceKeys(orgId: string, record: unknown): string[] {
  return keysIn(record).filter((key) => parseAssetKey(key)?.orgId === orgId)
}

/**
 * The same for a root of a page (template, instance, snapshot), in which no asset address may name another org, not even one that leads to no
 * blob. Throws `foreign_asset` (422) with the parts of the record in which such an address stands.
 */
export function pageKeys(orgId: string, record: Readonly<Record<string, unknown>>): string[] {
  const errors = Object.entries(record).flatMap(([path, value]) =>
    namesAnotherOrg(orgId, value) ? [{ path, message: 'Names a file of another organisation' }] : [],
  )
  if (errors.length > 0) throw referenceErrors.foreign_asset({ details: { errors } })
  return referenceKeys(orgId, record)
}
