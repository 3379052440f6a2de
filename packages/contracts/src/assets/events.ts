import { z } from 'zod'
import { defineEvent } from '../core/messages.ts'
import { AssetVisibility } from './operations.ts'

const schema = z.object({
  key: z.string(),
  visibility: AssetVisibility,
  contentType: z.string(),
  bytes: z.number().int(),
})

const assetEvent = (type: string, description: string) =>
  defineEvent({ type, description, domain: false, audience: 'org', schema })

export const AssetStored = assetEvent('asset.stored', 'A file was stored')
export const AssetDeleted = assetEvent('asset.deleted', 'A file was deleted')
