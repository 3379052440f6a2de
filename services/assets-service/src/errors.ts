import { storageErrors } from '@atrium/blob-store'
import { commonErrors } from '@atrium/contracts'

/** The refusals of asset storage; docs/reference/assets.md, "Reading". */
export const assetErrors = { ...commonErrors, ...storageErrors }
