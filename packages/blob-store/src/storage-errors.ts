import { commonErrors, defineErrors } from '@atrium/contracts'

/** What a backend refuses with. */
export const storageErrors = {
  unavailable: commonErrors.unavailable,
  ...defineErrors({
    insufficient_storage: { kind: 'insufficient_storage', message: 'There is no room left for this file' },
  }),
}
