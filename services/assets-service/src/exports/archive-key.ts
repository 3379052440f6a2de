import { createHash } from 'node:crypto'
import { assetKeyOfDigest } from '@atrium/asset-key'
import type { Attempt } from './exports.db.ts'

/** Returns the key of an attempt's archive. Each attempt has another, because blobs never change. */
export const toArchiveKey = ({ id, org_id: orgId, attempt }: Attempt): string =>
  assetKeyOfDigest({
    orgId,
    extension: 'bin',
    digest: createHash('sha256')
      .update(JSON.stringify([id, attempt]))
      .digest(),
  })
