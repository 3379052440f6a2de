import { type Channel, connectErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { connectChannel } from '../channels/connect-channel.ts'
import { requireChannelRoom } from '../channels/require-channel-room.ts'
import { shownChannel } from '../channels/shown-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { requireNetwork, requireProvider } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { findOwnPicker, type PickerRow, usePicker } from './pickers.db.ts'

/**
 * Returns the principal's picker if it can still be used. A session may use any organisation's
 * picker, because the channel goes to the organisation where the connect started. An API key may
 * use only its organisation's pickers. Throws `not_found`, or `pagenet_page_unavailable` if the
 * picker has expired or was used.
 */
export async function getUsablePicker(
  deps: Deps,
  { principal }: Ctx,
  { network, id }: { network: string; id: string },
): Promise<PickerRow> {
  const row = await findOwnPicker(deps.db, id, {
    ownerId: principal.userId,
    network: requireNetwork(network),
  })
  const elsewhere = row?.org_id !== principal.orgId && principal.via !== 'session'
  if (row === undefined || elsewhere) {
    throw connectErrors.not_found({
      message: 'This choice of accounts has expired. Start connecting again.',
    })
  }
  if (row.settled || row.expires_at <= deps.now()) throw connectErrors.pagenet_page_unavailable()
  return row
}

/**
 * Connects the chosen Pages with freshly fetched tokens, all or none. Returns them in the chosen
 * order. Throws `pagenet_page_unavailable` if the picker has expired or was used, or if the user no
 * longer manages one of the Pages. Also throws `plan_limit` (402) and the network's refusals.
 */
export async function settlePicker(
  deps: Deps,
  ctx: Ctx,
  {
    network,
    id,
    pageIds,
    shared,
  }: { network: string; id: string; pageIds: readonly string[]; shared?: boolean | undefined },
): Promise<Channel[]> {
  const picker = await getUsablePicker(deps, ctx, { network, id })
  const used = requireProvider(deps, network)
  const opened = used.vault.open(picker.access_token, sealContext.picker(picker.id))
  const { org_id: orgId, owner_id: userId } = picker
  if (opened === undefined || orgId === null) throw connectErrors.pagenet_page_unavailable()
  const grant = { accessToken: opened.text, expiresAt: null }
  const { accounts } = await refused(used.provider.accounts(grant))
  const offered = new Map(accounts.map((account) => [account.id, account]))
  const chosen = [...new Set(pageIds)].map((pageId) => {
    const account = offered.get(pageId)
    if (account === undefined || picker.pages.every((page) => page.id !== pageId))
      throw connectErrors.pagenet_page_unavailable()
    return account
  })
  const owner = { orgId, userId }
  const accountIds = chosen.map((account) => account.id)
  await requireChannelRoom(deps, owner, used.provider.network, accountIds)
  const rows = await inTransaction(deps.db, undefined, async (tx) => {
    if (!(await usePicker(tx, picker.id))) throw connectErrors.pagenet_page_unavailable()
    const connected = []
    for (const account of chosen)
      connected.push(
        await connectChannel(deps, tx, {
          used,
          owner,
          account,
          scopes: picker.requested_scopes,
          shared: shared ?? picker.shared,
        }),
      )
    return connected
  })
  return Promise.all(rows.map((row) => shownChannel(deps, row)))
}
