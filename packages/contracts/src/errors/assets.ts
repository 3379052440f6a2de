import { defineErrors } from './app-error.ts'

/** The asset storage errors (docs/reference/assets.md). */
export const storageErrors = defineErrors({
  insufficient_storage: {
    insufficient_storage:
      'There is no storage left for this file. Delete files you no longer need.',
  },
  conflict: { asset_in_use: 'This file is in use and cannot be deleted' },
  unsupported_media_type: {
    picture_unreadable:
      'This picture cannot be opened. It may be incomplete or damaged. Export it again.',
  },
  range_not_satisfiable: { range_not_satisfiable: 'None of the requested bytes exist' },
})

/** Errors about an organisation's own domain for its public pages. */
export const domainErrors = defineErrors({
  conflict: { domain_taken: 'Another organisation uses this domain.' },
  unprocessable: {
    domain_not_proven: 'We could not find the DNS record for this domain. Add it and try again.',
  },
})

/** Errors for services with references to stored files. */
export const referenceErrors = defineErrors({
  conflict: {
    asset_released: 'A file you chose was deleted because nothing used it. Upload it again.',
  },
  unprocessable: {
    foreign_asset: 'This file belongs to another organisation. Upload it to yours first.',
  },
})
