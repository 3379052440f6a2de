import { drawPng } from '../../newcomer/draw-png.ts'
import type { Seen } from '../seen.ts'
import type { ExampleStep } from './example-step.ts'

/** Returns the parts of an asset's key as address parameters. */
function readParts(seen: Seen) {
  const [org = '', visibility = '', ...key] = seen.text('createAsset.key').split('/')
  return { params: { org, visibility, key: key.join('/') } }
}

/** A file from upload to deletion, and the organisation's audit entries. */
export const assetExamples: readonly ExampleStep[] = [
  {
    operation: 'createAsset',
    form: { file: new File([drawPng(64)], 'shop-window.png'), visibility: 'pub' },
  },
  {
    operation: 'updateAsset',
    request: (seen) => ({
      ...readParts(seen),
      body: { name: 'Shop window.png', altText: 'The shop window in spring', tags: ['shop'] },
    }),
  },
  { operation: 'listAssets' },
  { operation: 'getAssetUsage' },
  { operation: 'readAsset', as: 'nobody', request: readParts },
  { operation: 'deleteAsset', request: readParts },
]
