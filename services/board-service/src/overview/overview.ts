import {
  type AttentionItem,
  BoardAttention,
  BoardOverview,
  BoardSearch,
  cardTitle,
  formatCount,
  type SearchHit,
  searchHitsAtMost,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { findMatching } from '../cards/read-cards.ts'
import type { Deps } from '../deps.ts'
import {
  countPostsBetween,
  findFirstKinds,
  findSites,
  type NewestCard,
  type NewestPost,
  newestCard,
  newestDraft,
  newestOverduePost,
  newestPost,
} from './overview.db.ts'

const weekMs = 7 * 86_400_000

/** Delay after the due time before an approved post counts as overdue. */
const overdueAfterMs = 15 * 60_000

/**
 * Returns the board's part of `GET /api/attention`, `GET /api/overview` and `GET /api/search` (docs/reference/http.md,
 * "Overview").
 */
export const overviewRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(BoardAttention, async ({ orgId }) => ({ items: await attention(deps, orgId) })),
  rpcHandler(BoardOverview, async ({ orgId }) => {
    const from = deps.now()
    const [items, postsNextWeek, firsts] = await Promise.all([
      attention(deps, orgId),
      countPostsBetween(deps.db, orgId, from, new Date(from.getTime() + weekMs)),
      findFirstKinds(deps.db, orgId),
    ])
    return { items, postsNextWeek, ...firsts }
  }),
  rpcHandler(BoardSearch, async ({ orgId, q }) => ({ items: await search(deps, orgId, q) })),
]

async function attention(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orgId: string,
): Promise<AttentionItem[]> {
  const [failed, unconfirmed, overdue, draft, failedCard, quote] = await Promise.all([
    newestPost(db, orgId, 'failed'),
    newestPost(db, orgId, 'unconfirmed'),
    newestOverduePost(db, orgId, new Date(now().getTime() - overdueAfterMs)),
    newestDraft(db, orgId),
    newestCard(db, orgId, 'failed'),
    newestCard(db, orgId, 'todo', 'quote'),
  ])
  return [
    ...about(failed, 'post_failed', 'post failed', 'posts failed'),
    ...about(
      unconfirmed,
      'post_unconfirmed',
      'post has no confirmed outcome',
      'posts have no confirmed outcome',
    ),
    ...about(overdue, 'post_overdue', 'post is past its due time', 'posts are past their due time'),
    ...about(draft, 'post_draft', 'post waits for approval', 'posts wait for approval'),
    ...aboutCards(failedCard, {
      kind: 'card_failed',
      severity: 'error',
      href: '/board',
      title: (count) => (count === 1 ? '1 card failed' : `${formatCount(count)} cards failed`),
    }),
    ...aboutCards(quote, {
      kind: 'quote_request',
      severity: 'warning',
      href: '/board?kind=quote',
      title: (count) =>
        count === 1 ? '1 new quote request' : `${formatCount(count)} new quote requests`,
    }),
  ]
}

const statuses = {
  post_failed: 'failed',
  post_unconfirmed: 'unconfirmed',
  post_overdue: 'reviewed',
  post_draft: 'draft',
} as const

/** Returns the attention item for one kind of posts, or none if there is no post. */
function about(
  newest: NewestPost | undefined,
  kind: keyof typeof statuses,
  one: string,
  many: string,
): AttentionItem[] {
  if (newest === undefined) return []
  const { count } = newest
  const { id, failure, due_date: due, updated_at: updated } = newest
  const title = cardTitle({ kind: 'post', ...newest })
  return [
    {
      kind,
      severity: kind === 'post_overdue' || kind === 'post_draft' ? 'warning' : 'error',
      title: count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`,
      detail: failure === null ? title : `${title}: ${failure.message} ${failure.fix ?? ''}`.trim(),
      href: count === 1 ? `/posts/${id}` : `/posts?status=${statuses[kind]}`,
      at: (kind === 'post_overdue' && due !== null ? due : updated).toISOString(),
      count,
    },
  ]
}

interface AboutCards extends Pick<AttentionItem, 'kind' | 'severity'> {
  readonly title: (count: number) => string
  readonly href: string
}

/** Returns the attention item for one kind of cards, or none if there is no card. */
function aboutCards(
  newest: NewestCard | undefined,
  { kind, severity, title, href }: AboutCards,
): AttentionItem[] {
  if (newest === undefined) return []
  const { count } = newest
  const name = cardTitle(newest)
  const reason = readReason(newest.fields)
  return [
    {
      kind,
      severity,
      count,
      title: title(count),
      detail: kind === 'card_failed' && reason !== '' ? `${name}: ${reason}` : name,
      href: count === 1 ? `/board?card=${newest.id}` : href,
      at: newest.updated_at.toISOString(),
    },
  ]
}

/**
 * Returns why a card failed, as written by `failCard`. The reason may be missing or long, because
 * callers can edit the fields.
 */
function readReason({ failure }: Record<string, unknown>): string {
  const message =
    typeof failure === 'object' && failure !== null ? Reflect.get(failure, 'message') : ''
  return typeof message === 'string' ? message.slice(0, 500) : ''
}

async function search(deps: Deps, orgId: string, q: string): Promise<SearchHit[]> {
  const page = {
    q,
    limit: searchHitsAtMost,
    offset: 0,
    sortBy: 'createdAt',
    sortDir: 'desc',
  } as const
  const [cards, sites] = await Promise.all([
    findMatching(deps, orgId, page),
    findSites(deps.db, orgId, q, searchHitsAtMost),
  ])
  const hits: SearchHit[] = sites.map(({ id, name, slug, status }) => ({
    type: 'site',
    id,
    title: name,
    subtitle: `/${slug}, ${status}`,
    href: `/sites/${id}`,
  }))
  for (const card of cards.items) {
    const { id, kind, status, post } = card
    const isPost = kind === 'post'
    hits.push({
      type: isPost ? 'post' : 'card',
      id,
      title: cardTitle(card),
      subtitle: `${post?.platform ?? kind}, ${status}`,
      href: isPost ? `/posts/${id}` : `/board?card=${id}`,
    })
  }
  return hits.slice(0, searchHitsAtMost)
}
