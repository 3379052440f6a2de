import { commonErrors, forgetChannel, listChannels, updateChannel } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { changeChannel, deleteChannel, findChannel, listUsableChannels } from './channels.db.ts'
import { ownChannel } from './own-channel.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { shownChannel, shownChannels } from './shown-channels.ts'

/** The channels that the caller may use in the active org. */
export function channelRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, listChannels, async ({ principal: { orgId, userId } }) => ({
    items: await shownChannels(deps, await listUsableChannels(db, orgId, userId)),
  }))
  mount(app, updateChannel, async ({ principal, params, body }) => {
    const seen = ownChannel(await findChannel(db, principal.orgId, params.id), principal)
    const row = await inTransaction(db, undefined, (tx) => changeChannel(tx, seen, body, deps.now()))
    if (row === undefined) throw commonErrors.not_found()
    return shownChannel(deps, row)
  })
  mount(app, forgetChannel, async ({ principal, params }) => {
    const seen = ownChannel(await findChannel(db, principal.orgId, params.id), principal)
    const deleted = await inTransaction(db, undefined, (tx) => deleteChannel(tx, seen))
    if (deleted === undefined) throw commonErrors.not_found()
    revokeTokens(deps, [deleted])
    return undefined
  })
}
