import {
  AssetsSearch,
  type AttentionItem,
  BoardAttention,
  BoardSearch,
  ConnectAttention,
  IdentitySearch,
  InvoicingAttention,
  InvoicingSearch,
  type OrgPrincipal,
  type SearchHit,
  searchHitsAtMost,
  WorkflowAttention,
  WorkflowSearch,
} from '@atrium/contracts'
import { askServices, type OverviewDeps } from './ask-services.ts'
import { rankHits } from './rank-hits.ts'

const attentionQuestions = {
  board: BoardAttention,
  connect: ConnectAttention,
  invoicing: InvoicingAttention,
  workflow: WorkflowAttention,
}
const searchQuestions = {
  assets: AssetsSearch,
  board: BoardSearch,
  identity: IdentitySearch,
  invoicing: InvoicingSearch,
  workflow: WorkflowSearch,
}

/**
 * Returns all services' records that need attention: errors first, then the newest. Never throws.
 */
export async function attention(
  deps: OverviewDeps,
  { orgId, userId }: Pick<OrgPrincipal, 'orgId' | 'userId'>,
): Promise<{ items: AttentionItem[]; unavailable: string[] }> {
  const { answers, unavailable } = await askServices(deps, attentionQuestions, { orgId, userId })
  return { items: sortBySeverity(answers.flatMap(({ items }) => items)), unavailable }
}

/** Sorts errors first, then the newest first. */
export function sortBySeverity(items: readonly AttentionItem[]): AttentionItem[] {
  const rank = ({ severity }: AttentionItem) => (severity === 'error' ? 0 : 1)
  return items.toSorted((a, b) => rank(a) - rank(b) || (a.at < b.at ? 1 : -1))
}

/**
 * Returns all services' best hits. Hits with the same rank take turns, so no service crowds out
 * another. Never throws.
 */
export async function search(
  deps: OverviewDeps,
  { orgId, userId }: Pick<OrgPrincipal, 'orgId' | 'userId'>,
  q: string,
): Promise<{ items: SearchHit[]; unavailable: string[] }> {
  const { answers, unavailable } = await askServices(deps, searchQuestions, { orgId, userId, q })
  const longest = Math.max(0, ...answers.map(({ items }) => items.length))
  const inTurn = Array.from({ length: longest }, (_, index) =>
    answers.flatMap(({ items }) => items.slice(index, index + 1)),
  ).flat()
  return { items: rankHits(inTurn, q).slice(0, searchHitsAtMost), unavailable }
}
