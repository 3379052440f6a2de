import { commonErrors, storageErrors } from '@atrium/contracts'

export const assetErrors = { ...commonErrors, ...storageErrors }
