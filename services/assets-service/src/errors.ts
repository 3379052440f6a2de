import { storageErrors } from '@atrium/blob-store'
import { commonErrors, defineErrors } from '@atrium/contracts'

/** The refusals of asset storage; docs/reference/assets.md, "Reading". */
export const assetErrors = {
  ...commonErrors,
  ...storageErrors,
  ...defineErrors({
    range_not_satisfiable: { kind: 'range_not_satisfiable', message: 'None of the asked bytes exist' },
  }),
}
