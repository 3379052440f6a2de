import { type Card, getRun, listRuns, type RunHeader, type WorkflowFix } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'

interface Chain {
  readonly kind: string
  readonly running: string
  readonly failed: string
  /**
   * False if the chain does not move the card when it ends. Stopping the chain must not move the
   * card either.
   */
  readonly canStop?: false
}

const implement: Chain = {
  kind: 'implement',
  running: 'An agent has the card',
  failed: 'The agent did not finish',
}

const readAloud: Chain = {
  kind: 'tts',
  running: 'The card is being read aloud',
  failed: 'The card could not be read aloud',
  canStop: false,
}

/**
 * The chains in addition to `readAloud`. Every card can be read aloud (docs/reference/workflows.md,
 * "One-off chains").
 */
const ownChains: Readonly<Partial<Record<Card['kind'], readonly Chain[]>>> = {
  task: [implement],
  support: [implement],
  link: [
    {
      kind: 'link-enrichment',
      running: 'The page is being read',
      failed: 'The page could not be read',
    },
  ],
  contact: [
    {
      kind: 'contact-enrichment',
      running: 'The contact is being looked up',
      failed: 'The contact could not be looked up',
    },
    {
      kind: 'next-action',
      running: 'The next action is being prepared',
      failed: 'No next action could be proposed',
    },
  ],
}

export const canImplement = ({ kind }: Pick<Card, 'kind'>): boolean =>
  ownChains[kind]?.includes(implement) === true

/** How a chain failed, with the remedy that the failed node names. */
export interface FailedChain {
  readonly words: string
  readonly error: string | null
  readonly fix: WorkflowFix | null
}

interface Chains {
  readonly running?: { readonly words: string; readonly since: string; readonly canStop: boolean }
  /** The newest run, if it failed. */
  readonly failed?: FailedChain
}

const isRunning = ({ status }: RunHeader): boolean => status === 'queued' || status === 'running'

export const chainsQuery = ({ id, kind }: Pick<Card, 'id' | 'kind'>) =>
  queryOptions({
    queryKey: ['cards', 'chains', id],
    queryFn: async ({ signal }): Promise<Chains> => {
      const read = async (chain: Chain) => {
        const { items } = await atrium.call(
          listRuns,
          { params: { id: `internal:${chain.kind}:${id}` } },
          { signal },
        )
        return items.map((run) => ({ chain, run }))
      }
      const runs = (await Promise.all([...(ownChains[kind] ?? []), readAloud].map(read))).flat()
      const running = runs.find(({ run }) => isRunning(run))
      if (running !== undefined) {
        const { chain, run } = running
        const { running: words, canStop = true } = chain
        return { running: { words, since: run.startedAt ?? run.createdAt, canStop } }
      }
      const newest = runs.toSorted((a, b) => b.run.createdAt.localeCompare(a.run.createdAt))[0]
      if (newest?.run.status !== 'failed') return {}
      const { id: runId, workflowId } = newest.run
      const { nodes, error } = await atrium.call(
        getRun,
        { params: { id: workflowId, runId } },
        { signal },
      )
      const cause = nodes.find(({ status }) => status === 'failed')
      return {
        failed: {
          words: newest.chain.failed,
          error: cause?.error ?? error,
          fix: cause?.fix ?? null,
        },
      }
    },
  })
