import type { z } from 'zod'
import {
  missingOrg,
  type NodeContext,
  type NodeDefinition,
  NodeError,
  type NodeResult,
} from '../engine/index.ts'
import { rawModelParams } from '../models/model-params.ts'
import { withMoneyRights } from './money-rights.ts'
import type { AccountPorts, NodePorts } from './ports.ts'

/** The error messages if a port has closed since the node was registered. */
const closed = {
  board: 'The board does not respond',
  generateInvoices: 'The invoicing service does not respond',
  invoicing: 'The invoicing service does not respond',
  publishing: 'Publishing is not configured',
  files: 'The file storage does not respond',
  pages: 'Reading pages is not set up on this installation',
  feeds: 'Reading feeds is not set up on this installation',
  search: 'The web search is not configured',
  http: 'Requests are not configured',
  boards: 'Reading the tech boards is not set up on this installation',
  mailbox: 'No mailbox provider is configured',
  calendar: 'No calendar provider is configured',
  drive: 'No drive provider is configured',
  notebook: 'No notebook provider is configured',
  videos: 'No video platform is configured',
  comments: 'Publishing is not configured',
  audience: 'No network is configured',
} as const satisfies Partial<Record<keyof NodePorts | keyof AccountPorts, string>>

/** An organisation or a port. A node is registered only while all its ports are open. */
export type Need = 'org' | keyof typeof closed
type Open<T, N> = { [K in keyof T & N]: NonNullable<T[K]> }
export type ContextOf<N extends Need, Params = unknown> = NodeContext<
  NodePorts & Open<NodePorts, N> & { accounts: Open<AccountPorts, N> },
  Params
> &
  ('org' extends N ? { orgId: string } : unknown)

const isOpen = (ports: NodePorts, need: Exclude<Need, 'org'>): boolean =>
  ({ ...ports, ...ports.accounts })[need] != null

const defaults = { mode: 'deterministic', outputs: ['main'], emits: [], skillable: false } as const

/**
 * The defaults for a node with a model call per item. The calls use the run user's channel and
 * credits.
 */
export const askingNode = {
  mode: 'ai',
  rawParams: rawModelParams,
  skillable: true,
  usesPersonsRights: true,
  available: ({ models }: NodePorts) => models !== null,
} as const

type Given<S extends z.ZodObject, N extends Need> = Omit<
  NodeDefinition<NodePorts, S>,
  keyof typeof defaults | 'execute'
> &
  Partial<Pick<NodeDefinition<NodePorts, S>, keyof typeof defaults>> & {
    needs?: readonly N[]
    execute(
      items: Parameters<NodeDefinition<NodePorts>['execute']>[0],
      params: z.output<S>,
      context: ContextOf<N, z.output<S>>,
    ): NodeResult | Promise<NodeResult>
  }

export const defineNode = <S extends z.ZodObject, N extends Need = never>({
  needs = [],
  ...given
}: Given<S, N>): NodeDefinition<NodePorts> => {
  const paid = given.issuesMoney === true ? withMoneyRights(given.execute) : given.execute
  const execute: typeof given.execute = (items, params, context) => {
    for (const need of needs) requireOpen(need, context)
    return paid(items, params, context)
  }
  const available = (ports: NodePorts): boolean =>
    needs.every((need) => need === 'org' || isOpen(ports, need)) &&
    given.available?.(ports) !== false
  return Object.freeze({
    ...defaults,
    ...given,
    available,
    execute,
  }) as unknown as NodeDefinition<NodePorts>
}

function requireOpen(need: Need, { orgId, ports }: NodeContext<NodePorts>): void {
  if (need !== 'org') {
    if (!isOpen(ports, need)) throw new NodeError(closed[need])
  } else if (orgId === null) throw missingOrg()
}
