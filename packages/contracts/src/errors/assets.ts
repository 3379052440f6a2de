import { defineErrors } from './app-error.ts'

/** The refusals of asset storage; docs/reference/assets.md. */
export const storageErrors = defineErrors({
  insufficient_storage: { kind: 'insufficient_storage', message: 'There is no room left for this file' },
  range_not_satisfiable: { kind: 'range_not_satisfiable', message: 'None of the requested bytes exist' },
})

/** The refusals of a service that refers to stored files. */
export const referenceErrors = defineErrors({
  asset_released: {
    kind: 'conflict',
    message: 'A file that this refers to was deleted because nothing used it any more; upload it again',
  },
  foreign_asset: { kind: 'unprocessable', message: 'A file of another organisation cannot be used here' },
})
