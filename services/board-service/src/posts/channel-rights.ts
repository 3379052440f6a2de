import { AppError, CheckChannels } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import type { ChangedCard } from '../cards/changed-card.ts'
import { cardErrors } from '../cards/errors.ts'
import type { CardRow, PostRow } from '../database.ts'
import type { ChannelVerdicts, Ctx, Deps } from '../deps.ts'
import { findAim } from './posts.db.ts'

async function ask(deps: Deps, ctx: Ctx, ids: readonly string[]): Promise<ChannelVerdicts> {
  const verdicts: ChannelVerdicts = ctx.channels ?? new Map()
  const unknown = [...new Set(ids)].filter((id) => !verdicts.has(id))
  if (unknown.length === 0) return verdicts
  const { orgId, userId } = ctx
  const { channels } = await callRpc(deps.bus, CheckChannels, { orgId, userId, channelIds: unknown })
  const known = new Map(channels.map(({ id, usable }) => [id, usable ? 'usable' : 'refused'] as const))
  for (const id of unknown) verdicts.set(id, known.get(id) ?? 'absent')
  return verdicts
}

/**
 * Asks about the channels of a post and of its patch before its row is held, so that no lock waits for another service.
 * An answer that is missing is asked for again where it is needed, and only there decides.
 */
export async function withChannels(
  deps: Deps,
  ctx: Ctx,
  taskId: string,
  aimedAt?: string | null,
): Promise<Ctx> {
  const asked: Ctx = { ...ctx, channels: ctx.channels ?? new Map() }
  const post = await findAim(ctx.tx ?? deps.db, ctx.orgId, taskId)
  const ids = post === undefined ? [] : [post.channelId, aimedAt].filter((id) => typeof id === 'string')
  await ask(deps, asked, ids).catch((error: unknown) => {
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
  })
  return asked
}

const notAvailable = (id: string) =>
  cardErrors.channel_not_available({
    details: { errors: [{ path: 'post.channelId', message: `No channel ${id} that you may use` }] },
  })

/**
 * Requires that the acting person may aim a post at a channel. Throws `channel_not_available` (422), `unavailable`
 * (503) while nobody can say.
 */
export async function requireChannel(deps: Deps, ctx: Ctx, channelId: string): Promise<void> {
  if ((await ask(deps, ctx, [channelId])).get(channelId) !== 'usable') throw notAvailable(channelId)
}

// Somebody else's channel keeps its posts from being changed or taken away; one that is gone keeps nobody.
async function requireLeave(deps: Deps, ctx: Ctx, task: CardRow, channelId: string): Promise<void> {
  if (task.owner_id === ctx.userId) return
  if ((await ask(deps, ctx, [channelId])).get(channelId) === 'refused') throw notAvailable(channelId)
}

/** Statuses out of which a post may still go to its network. */
const open = new Set<CardRow['status']>(['draft', 'reviewed', 'failed'])

/** Whether a change touches what goes out, or whether and when it does. */
const touchesPost = ({ changed }: ChangedCard): boolean => changed.some((name) => name !== 'tags')

/** Requires the right to the channels that a changed post is and was aimed at. Throws as `requireChannel` does. */
export async function requireChannels(
  deps: Deps,
  ctx: Ctx,
  before: StoredCard,
  change: ChangedCard,
): Promise<void> {
  const { task, post } = change
  if (post === undefined || !open.has(task.status) || !touchesPost(change)) return
  if (before.task.status === 'unconfirmed' && task.status === 'failed') return
  const left = before.post?.channel_id ?? null
  if (left !== null) await requireLeave(deps, ctx, before.task, left)
  const withdrawn = task.status === 'draft' && change.changed.every((name) => name === 'status')
  if (post.channel_id !== null && !withdrawn) await requireChannel(deps, ctx, post.channel_id)
}

/** On whose authority a changed post goes out: whoever armed it, or has changed it since. */
export const actorAfter = (ctx: Ctx, change: ChangedCard): ChangedCard['post'] =>
  change.post !== undefined && change.task.status === 'reviewed' && touchesPost(change)
    ? { ...change.post, actor_id: ctx.userId }
    : change.post

/** The same of a post that is read: an owner's own while nobody has armed it. */
export const actorOf = (task: CardRow, post: PostRow | undefined): string => post?.actor_id ?? task.owner_id
