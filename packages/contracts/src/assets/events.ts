import { z } from 'zod'
import { defineEvent } from '../core/messages.ts'
import { AssetVisibility } from './operations.ts'

const schema = z.object({
  key: z.string(),
  visibility: AssetVisibility,
  contentType: z.string(),
  bytes: z.number().int(),
})

export const AssetStored = defineEvent({
  type: 'asset.stored',
  description: 'A file was stored',
  domain: false,
  audience: 'org',
  schema,
})

export const AssetDeleted = defineEvent({
  type: 'asset.deleted',
  description: 'A file was deleted',
  domain: false,
  audience: 'org',
  schema,
})
