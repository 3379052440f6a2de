import { commonErrors, defineErrors } from '@atrium/contracts'

/** The refusals of asset storage; `api.md`, "Assets". The shared ones are answered with the shared words. */
export const assetErrors = {
  ...commonErrors,
  ...defineErrors({
    insufficient_storage: { kind: 'insufficient_storage', message: 'There is no room left for this file' },
  }),
}
