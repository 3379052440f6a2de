import type { Migrations } from '@atrium/database'
import { removedOrgs } from './0001-removed-orgs.ts'
import { usage } from './0002-usage.ts'
import { usageVersion } from './0003-usage-version.ts'
import { usageOfChanges } from './0004-usage-of-changes.ts'
import { fileParts } from './0005-file-parts.ts'
import { fileDescriptions } from './0006-file-descriptions.ts'
import { pictureSizes } from './0007-picture-sizes.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-removed-orgs': removedOrgs,
  '0002-usage': usage,
  '0003-usage-version': usageVersion,
  '0004-usage-of-changes': usageOfChanges,
  '0005-file-parts': fileParts,
  '0006-file-descriptions': fileDescriptions,
  '0007-picture-sizes': pictureSizes,
}
