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

/** Connect's answer about a channel of the org; undefined when the org has no such channel. */
type Right = { network: string; usable: boolean } | undefined

/** The acting user's rights to channels of the org. Throws `unavailable` (503) while connect does not answer. */
export interface Channels {
  rightTo(id: string): Promise<Right>
}

/** The rights, asked about these channels at once and about others where they are needed. */
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
  // A missing answer decides only where a right is needed.
  await ifAvailable(asked)
  return {
    async rightTo(id) {
      const channels = await (ids.includes(id) ? asked : ask([id]))
      return channels.find((channel) => channel.id === id)
    },
  }
}

/** The same for the channels of some posts and of a patch, so that no row is held while another service answers. */
export async function askedChannels(
  deps: Deps,
  ctx: Ctx,
  taskIds: readonly string[],
  aimedAt?: string | null,
) {
  const aims = await findAims(ctx.tx ?? deps.db, ctx.principal.orgId, taskIds)
  return readChannels(deps, ctx, aimedAt == null ? aims : [...aims, aimedAt])
}

const notAvailable = (id: string) =>
  cardErrors.channel_not_available({
    details: { errors: [{ path: 'post.channelId', message: `No channel ${id} that you may use` }] },
  })

/** Requires that the acting person may aim a post at a channel. Throws `channel_not_available` (422), `unavailable` (503). */
export async function requireChannel(channels: Channels, channelId: string): Promise<void> {
  if ((await channels.rightTo(channelId))?.usable !== true) throw notAvailable(channelId)
}

/** Requires that a post which may go out is aimed at a channel of its own network. Throws `post_rules_failed`. */
export async function requireOwnNetwork(channels: Channels, post: PostRow): Promise<void> {
  if (post.channel_id === null) return
  const right = await channels.rightTo(post.channel_id)
  if (right === undefined || right.network === post.platform) return
  const message = `The channel is of ${right.network}, the post is for ${post.platform}`
  throw cardErrors.post_rules_failed({ details: { errors: [{ path: 'post.channelId', message }] } })
}

/** Requires that the platform can send mails, for a post that goes out by mail. Throws `post_rules_failed`. */
function requireMailSender({ config }: Deps, post: PostRow): void {
  if (config.canMail || !isMail(post.platform)) return
  const message =
    'E-mails cannot be sent here: the operator of this platform has set up no mail sender'
  throw cardErrors.post_rules_failed({ details: { errors: [{ path: 'post.platform', message }] } })
}

/** Statuses out of which a post may still go to its network. */
const open = new Set<CardRow['status']>(['draft', 'reviewed', 'failed'])

/** Whether a change touches the content of a post, or whether and when it goes out. */
const touchesPost = ({ changed }: ChangedCard): boolean => changed.some((name) => name !== 'tags')

/** Requires the right to the channels that a changed post is and was aimed at. */
async function requireChannels(
  ctx: Ctx,
  channels: Channels,
  before: StoredCard,
  change: ChangedCard,
) {
  const { card, post } = change
  if (post === undefined || !open.has(card.status) || !touchesPost(change)) return
  if (before.card.status === 'unconfirmed' && card.status === 'failed') return
  const left = before.post?.channel_id ?? null
  // A channel of another person keeps its posts from being changed or taken away; one that is gone does not.
  if (left !== null && card.owner_id !== ctx.principal.userId) {
    if ((await channels.rightTo(left))?.usable === false) throw notAvailable(left)
  }
  const withdrawn = card.status === 'draft' && change.changed.every((name) => name === 'status')
  if (post.channel_id !== null && !withdrawn) await requireChannel(channels, post.channel_id)
  if (card.status === 'reviewed') await requireOwnNetwork(channels, post)
}

/** Writes a change, whose author answers for a reviewed post. Throws `channel_not_available`, `forbidden`. */
export async function writeOwnChange(
  deps: Deps,
  ctx: Ctx,
  channels: Channels,
  tx: Transaction,
  before: StoredCard,
  change: ChangedCard,
  batch?: HistoryBatch,
): Promise<StoredCard> {
  if (change.changed.includes('fields')) requireModest(change.card.fields, 'fields')
  await requireChannels(ctx, channels, before, change)
  const arms = change.card.status === 'reviewed' && touchesPost(change)
  // A key for the board alone neither approves a post nor changes what goes out.
  if (change.post !== undefined && arms) {
    requireScope(ctx.principal, approvePost)
    requireMailSender(deps, change.post)
  }
  const post =
    change.post !== undefined && arms
      ? { ...change.post, actor_id: ctx.principal.userId, publisher: null }
      : change.post
  return writeChange(deps, tx, before, { ...change, post }, { by: toChangeAuthor(ctx), batch })
}

/** On whose authority a post goes out: the person who armed it or changed it since, else its owner. */
export const findActor = ({ card, post }: StoredCard): string => post?.actor_id ?? card.owner_id
