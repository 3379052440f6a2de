import type { Channel } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { announce } from './announce.ts'
import { channelFacts } from './channel.ts'
import { lockChannel, setChannel } from './channels.db.ts'
import { ownChannel } from './own-channel.ts'
import { shownChannel } from './shown-channels.ts'

/**
 * Renames or shares the principal's own channel. Throws `not_found`, or `forbidden` if the channel
 * belongs to a colleague.
 */
export async function changeChannel(
  deps: Deps,
  { principal }: Ctx,
  {
    id,
    changes,
  }: { id: string; changes: { name?: string | undefined; shared?: boolean | undefined } },
): Promise<Channel> {
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const before = ownChannel(await lockChannel(tx, principal.orgId, id), principal)
    const after = await setChannel(tx, before, changes, deps.now())
    if (after.name === before.name && after.shared === before.shared) return after
    // When sharing ends, the other members are told. If the same change set a new name, they do not
    // see it.
    const ended = before.shared && !after.shared
    await announce(tx, after, 'changed', channelFacts(ended ? before : after))
    return after
  })
  return shownChannel(deps, row)
}
