import type { Transaction } from '../database.ts'
import type { ChannelRow } from './channel.ts'

interface Whose {
  orgId: string
  /** One member's, or everybody's. */
  ownerId?: string | undefined
}

/** Removes the channels of an org, or of one member there, with every connect that has begun; answers the channels. */
export async function forgetChannels(tx: Transaction, { orgId, ownerId }: Whose): Promise<ChannelRow[]> {
  let states = tx.deleteFrom('oauth_states').where('org_id', '=', orgId)
  let pickers = tx.deleteFrom('pickers').where('org_id', '=', orgId)
  let channels = tx.deleteFrom('channels').where('org_id', '=', orgId)
  if (ownerId !== undefined) {
    states = states.where('owner_id', '=', ownerId)
    pickers = pickers.where('owner_id', '=', ownerId)
    channels = channels.where('owner_id', '=', ownerId)
  }
  await states.execute()
  await pickers.execute()
  return channels.returningAll().execute()
}

/** Removes channels that belong to no org, from before each belonged to one; answers them. */
export const forgetHomeless = (tx: Transaction): Promise<ChannelRow[]> =>
  tx.deleteFrom('channels').where('org_id', 'is', null).returningAll().execute()
