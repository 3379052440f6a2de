import { mediaKinds } from '@atrium/contracts'
import { z } from 'zod'

export const AssetsSearch = z.object({
  q: z.string().max(200).optional().catch(undefined),
  media: z.enum(mediaKinds).optional().catch(undefined),
  visibility: z.enum(['pub', 'priv']).optional().catch(undefined),
  file: z.string().max(200).optional().catch(undefined),
})
export type AssetsSearch = z.infer<typeof AssetsSearch>
