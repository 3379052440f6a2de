import { findAssetKeys, findAssetOrgs, parseAssetKey } from '@atrium/asset-key'
import { invalidField, referenceErrors } from '@atrium/contracts'

/**
 * Checks an event picture. Throws `foreign_asset` (422) if the file belongs to another
 * organisation, which could delete it, and `validation_failed` if the file is private, because
 * visitors cannot read it.
 */
export function checkPicture(orgId: string, url: string | null | undefined): void {
  if (url === null || url === undefined) return
  const keys = findAssetKeys(url).map(parseAssetKey)
  if (findAssetOrgs(url).some((org) => org !== orgId) || keys.some((key) => key?.orgId !== orgId)) {
    const message = 'Upload the picture to your own organisation'
    throw referenceErrors.foreign_asset({ details: { errors: [{ path: 'pictureUrl', message }] } })
  }
  if (keys.some((key) => key?.visibility !== 'pub')) {
    throw invalidField(
      'pictureUrl',
      'Choose a public picture, because visitors cannot see a private one',
    )
  }
}
