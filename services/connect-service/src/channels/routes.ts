import { commonErrors, forgetChannel, listChannels, renameChannel } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { toChannel } from './channel.ts'
import { listChannelRows } from './channels.db.ts'
import { revokeTokens } from './revoke-tokens.ts'

/** Mounts the channels' operations; each sees only the caller's own. */
export function mountChannels(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, listChannels, async ({ principal }) => {
    const rows = await listChannelRows(db, principal.userId)
    return { items: rows.map((row) => toChannel(row, deps.now())) }
  })
  mount(app, renameChannel, async ({ principal, params, body }) => {
    const row = await inTransaction(db, undefined, (tx) =>
      tx
        .updateTable('channels')
        .set({ name: body.name, renamed: true, updated_at: deps.now() })
        .where('id', '=', params.id)
        .where('owner_id', '=', principal.userId)
        .returningAll()
        .executeTakeFirst(),
    )
    if (row === undefined) throw commonErrors.not_found()
    return toChannel(row, deps.now())
  })
  mount(app, forgetChannel, async ({ principal, params }) => {
    const deleted = await inTransaction(db, undefined, (tx) =>
      tx
        .deleteFrom('channels')
        .where('id', '=', params.id)
        .where('owner_id', '=', principal.userId)
        .returningAll()
        .executeTakeFirst(),
    )
    if (deleted === undefined) throw commonErrors.not_found()
    revokeTokens(deps, deleted)
    return undefined
  })
}
