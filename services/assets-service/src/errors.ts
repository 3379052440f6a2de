import { storageErrors } from '@atrium/blob-store'
import { commonErrors } from '@atrium/contracts'

/** The refusals of asset storage; `api.md`, "Assets". */
export const assetErrors = { ...commonErrors, ...storageErrors }
