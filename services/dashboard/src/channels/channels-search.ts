import { z } from 'zod'

const text = z.string().max(1_000).optional().catch(undefined)

/** The search parameters on the channels page. A network's callback sets one of the first four. */
export const ChannelsSearch = z.object({
  connected: text,
  picker: text,
  error: text,
  detail: text,
  /**
   * The network for a pasted token. It is not checked here, because the networks' rules would load
   * with every page.
   */
  token: text,
  /** The account whose password is replaced. */
  channel: text,
})
export type ChannelsSearch = z.infer<typeof ChannelsSearch>
