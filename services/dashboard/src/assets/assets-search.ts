import { mediaKinds } from '@atrium/contracts'
import { z } from 'zod'

/** What the library shows, as its address says it. */
export const AssetsSearch = z.object({
  media: z.enum(mediaKinds).optional().catch(undefined),
  visibility: z.enum(['pub', 'priv']).optional().catch(undefined),
  /** The key of the open file. */
  file: z.string().max(200).optional().catch(undefined),
})
export type AssetsSearch = z.infer<typeof AssetsSearch>
