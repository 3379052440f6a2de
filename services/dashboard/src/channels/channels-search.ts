import { connectNetworks } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().max(1_000).optional().catch(undefined)

/** What the page of the channels shows. A network's callback leads here with one of the first four. */
export const ChannelsSearch = z.object({
  connected: text,
  picker: text,
  error: text,
  detail: text,
  /** The network whose token is being pasted. */
  token: z.enum(connectNetworks).optional().catch(undefined),
})
export type ChannelsSearch = z.infer<typeof ChannelsSearch>
