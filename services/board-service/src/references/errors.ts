import { defineErrors } from '@atrium/contracts'

export const assetErrors = defineErrors({
  asset_released: {
    kind: 'conflict',
    message: 'A file that this refers to was deleted because nothing used it any more; upload it again',
  },
  foreign_asset: { kind: 'unprocessable', message: 'A file of another organisation cannot be used here' },
})
