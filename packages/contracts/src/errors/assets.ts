import { defineErrors } from './app-error.ts'

/** The asset storage errors (docs/reference/assets.md). */
export const storageErrors = defineErrors({
  insufficient_storage: { insufficient_storage: 'There is no room left for this file' },
  conflict: { asset_in_use: 'The file is in use' },
  unsupported_media_type: {
    picture_unreadable:
      'This picture cannot be opened. It may be cut off or damaged: export or save it again.',
  },
  range_not_satisfiable: { range_not_satisfiable: 'None of the requested bytes exist' },
})

/** Errors for services with references to stored files. */
export const referenceErrors = defineErrors({
  conflict: {
    asset_released:
      'A file that this refers to was deleted because nothing used it any more; upload it again',
  },
  unprocessable: { foreign_asset: 'A file of another organisation cannot be used here' },
})
