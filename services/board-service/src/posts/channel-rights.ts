import { approvePost, CheckChannels, cardErrors, requireScope } from '@atrium/contracts'
import { callRpc, ifAvailable } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import type { ChangedCard } from '../cards/changed-card.ts'
import { requireModest } from '../cards/merge-patch.ts'
import { isMail } from '../cards/post-input.ts'
import { writeChange } from '../cards/stored-cards.ts'
import type { CardRow, PostRow, Transaction } from '../database.ts'
import { type Ctx, type Deps, toChangeAuthor } from '../deps.ts'
import type { HistoryBatch } from '../history/record-history.ts'
import { findAims } from './posts.db.ts'

/** Connect's response for a channel, or undefined if the org has no such channel. */
type Right = { network: string; usable: boolean; name: string | null } | undefined

/**
 * The acting user's rights to the org's channels. `rightTo` throws `unavailable` (503) if connect
 * does not respond.
 */
export interface Channels {
  rightTo(id: string): Promise<Right>
}

/** Asks for the rights to these channels at once, and for others when they are needed. */
export async function readChannels(
  { bus }: Deps,
  ctx: Ctx,
  ids: readonly string[],
): Promise<Channels> {
  const { orgId, userId } = ctx.principal
  const ask = async (channelIds: string[]) => {
    if (channelIds.length === 0) return []
    return (await callRpc(bus, CheckChannels, { orgId, userId, channelIds })).channels
  }
  const asked = ask([...new Set(ids)])
  // A failed request matters only when a right is needed.
  await ifAvailable(asked)
  return {
    async rightTo(id) {
      const channels = await (ids.includes(id) ? asked : ask([id]))
      return channels.find((channel) => channel.id === id)
    },
  }
}

/**
 * Asks for the rights to the channels in these posts and in a patch, before a row is locked,
 * because no row may stay locked during a call to another service.
 */
export async function askedChannels(
  deps: Deps,
  ctx: Ctx,
  { taskIds, aimedAt }: { taskIds: readonly string[]; aimedAt?: string | null | undefined },
) {
  const aims = await findAims(ctx.tx ?? deps.db, ctx.principal.orgId, taskIds)
  return readChannels(deps, ctx, aimedAt == null ? aims : [...aims, aimedAt])
}

const notAvailable = (id: string) =>
  cardErrors.channel_not_available({
    details: {
      errors: [
        {
          path: 'post.channelId',
          message: `You cannot use the account ${id}. Choose another one.`,
        },
      ],
    },
  })

/**
 * Returns a channel's name. Throws `channel_not_available` (422) if the acting user may not use it
 * for posts, and `unavailable` (503).
 */
export async function requireChannel(
  channels: Channels,
  channelId: string,
): Promise<string | null> {
  const right = await channels.rightTo(channelId)
  if (right?.usable !== true) throw notAvailable(channelId)
  return right.name
}

/** Throws `post_rules_failed` if the post's channel belongs to another network. */
export async function requireOwnNetwork(channels: Channels, post: PostRow): Promise<void> {
  if (post.channel_id === null) return
  const right = await channels.rightTo(post.channel_id)
  if (right === undefined || right.network === post.platform) return
  const message = `This account is on ${right.network}, but the post is for ${post.platform}. Choose another account.`
  throw cardErrors.post_rules_failed({ details: { errors: [{ path: 'post.channelId', message }] } })
}

/** Throws `post_rules_failed` if the post goes out by mail and the platform cannot send mails. */
function requireMailSender({ config }: Deps, post: PostRow): void {
  if (config.canMail || !isMail(post.platform)) return
  const message =
    'Emails cannot be sent here, because no mail sender is set up. Ask an administrator of Atrium.'
  throw cardErrors.post_rules_failed({ details: { errors: [{ path: 'post.platform', message }] } })
}

/** Statuses before a post goes to its network. */
const open = new Set<CardRow['status']>(['draft', 'reviewed', 'failed'])

/** The fields for the organisation's own work, which nobody outside sees. */
const internal: ReadonlySet<string> = new Set(['tags', 'assigneeId', 'customerId', 'columnId'])

/** True if a change affects a post's content, or if and when it goes out. */
const touchesPost = ({ changed }: ChangedCard): boolean =>
  changed.some((name) => !internal.has(name))

/**
 * Requires rights to a changed post's channels, before and after the change. Returns the post with
 * its channel's name.
 */
async function requireChannels(
  ctx: Ctx,
  channels: Channels,
  before: StoredCard,
  change: ChangedCard,
): Promise<PostRow | undefined> {
  const { card, post } = change
  if (post === undefined || !open.has(card.status) || !touchesPost(change)) return post
  if (before.card.status === 'unconfirmed' && card.status === 'failed') return post
  const left = before.post?.channel_id ?? null
  // If a user may not use the old channel, they may not change or move its posts. A deleted channel
  // does not block this.
  if (left !== null && card.owner_id !== ctx.principal.userId) {
    if ((await channels.rightTo(left))?.usable === false) throw notAvailable(left)
  }
  const withdrawn = card.status === 'draft' && change.changed.every((name) => name === 'status')
  const name =
    post.channel_id === null || withdrawn ? null : await requireChannel(channels, post.channel_id)
  if (card.status === 'reviewed') await requireOwnNetwork(channels, post)
  return { ...post, account_name: name ?? post.account_name }
}

/**
 * Writes a change. If the post is approved, its author becomes responsible for it. Throws
 * `channel_not_available`, `forbidden`.
 */
export async function writeOwnChange(
  deps: Deps,
  ctx: Ctx,
  {
    channels,
    tx,
    before,
    change,
    batch,
  }: {
    channels: Channels
    tx: Transaction
    before: StoredCard
    change: ChangedCard
    batch?: HistoryBatch | undefined
  },
): Promise<StoredCard> {
  if (change.changed.includes('fields')) requireModest(change.card.fields, 'fields')
  const named = await requireChannels(ctx, channels, before, change)
  const arms = change.card.status === 'reviewed' && touchesPost(change)
  // An API key for the board alone may neither approve a post nor change an approved post.
  if (named !== undefined && arms) {
    requireScope(ctx.principal, approvePost)
    requireMailSender(deps, named)
  }
  const post =
    named !== undefined && arms
      ? { ...named, actor_id: ctx.principal.userId, publisher: null, alt_texts: null }
      : named
  return writeChange(deps, tx, {
    before,
    change: { ...change, post },
    recorder: { by: toChangeAuthor(ctx), batch },
  })
}

/**
 * Returns the user on whose authority a post goes out: whoever last approved or changed it, or else
 * its owner.
 */
export const findActor = ({ card, post }: StoredCard): string => post?.actor_id ?? card.owner_id
