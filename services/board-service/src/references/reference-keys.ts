import { findAssetKeys, findAssetOrgs, parseAssetKey } from '@atrium/asset-key'
import { findFileIds, referenceErrors } from '@atrium/contracts'
import { repairValue } from '@atrium/database'

// As the database will hold it: a NUL character inside a key is dropped on the way there, and the key is whole.
const toText = (value: unknown): string => JSON.stringify(repairValue(value)) ?? ''
const keysIn = (value: unknown): string[] => findAssetKeys(toText(value))

const namesAnotherOrg = (orgId: string, value: unknown): boolean =>
  findAssetOrgs(toText(value)).some((org) => org !== orgId) ||
  keysIn(value).some((key) => parseAssetKey(key)?.orgId !== orgId)

/** The keys of its own org that a record points at, by a scan (docs/reference/assets.md, "Release"). */
export function referenceKeys(orgId: string, record: unknown): string[] {
  return keysIn(record).filter((key) => parseAssetKey(key)?.orgId === orgId)
}

/** The keys that a card or its timeline points at, and the files of items that it names. */
export const cardReferences = (orgId: string, record: unknown): string[] => [
  ...referenceKeys(orgId, record),
  ...findFileIds(toText(record)),
]

/** The same as `referenceKeys` for a root of a page, in which no address may name another org. Throws `foreign_asset` (422). */
export function pageKeys(orgId: string, record: Readonly<Record<string, unknown>>): string[] {
  const errors = Object.entries(record).flatMap(([path, value]) =>
    namesAnotherOrg(orgId, value)
      ? [{ path, message: 'Names a file of another organisation' }]
      : [],
  )
  if (errors.length > 0) throw referenceErrors.foreign_asset({ details: { errors } })
  return referenceKeys(orgId, record)
}
