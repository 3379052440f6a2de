import { commonErrors, storageErrors as errors } from '@atrium/contracts'

/** What a backend refuses with. */
export const storageErrors = {
  unavailable: commonErrors.unavailable,
  insufficient_storage: errors.insufficient_storage,
}
