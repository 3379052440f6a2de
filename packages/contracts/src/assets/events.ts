import { z } from 'zod'
import { defineLiveEvent } from '../core/messages.ts'
import { AssetVisibility } from './operations.ts'

const file = {
  key: z.string(),
  visibility: AssetVisibility,
  contentType: z.string(),
  bytes: z.number().int(),
}

export const AssetStored = defineLiveEvent('asset.stored', 'A file was stored', file)
export const AssetDeleted = defineLiveEvent('asset.deleted', 'A file was deleted', file)
export const AssetChanged = defineLiveEvent(
  'asset.changed',
  'The name, description or tags of a file changed',
  {
    key: file.key,
    visibility: file.visibility,
  },
)
