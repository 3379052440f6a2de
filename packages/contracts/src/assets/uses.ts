import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, RecordId } from '../core/schemas.ts'

export const AssetUse = named('AssetUse', {
  type: z
    .enum(['card', 'post', 'template', 'template_instance', 'site'])
    .describe('The kind of record that uses the file.'),
  id: RecordId,
  title: z.string().describe('The record’s display name.'),
})
export type AssetUse = z.infer<typeof AssetUse>

/** The most records returned by `board.asset-uses` per key. */
export const maxAssetUses = 10

export const BoardAssetUses = defineRpc({
  subject: 'board.asset-uses',
  description:
    'The first ten records that refer to each of these blobs; a key that nothing refers to is left out',
  input: z.object({ orgId: z.string(), keys: z.array(z.string().max(200)).max(100) }),
  output: z.object({ uses: z.record(z.string(), z.array(AssetUse)) }),
  timeoutMs: 2_000,
})
