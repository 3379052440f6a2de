import type {
  GraphProblemCode,
  NodeCategory,
  NodeMode,
  RunTrigger,
  WorkflowFix,
  WorkflowItem,
  WorkflowNode,
} from '@atrium/contracts'
import type { z } from 'zod'
import type { Scope } from './expression.ts'
import type { Pace } from './pace.ts'
import type { Match } from './pattern.ts'
import type { SampleLimits } from './sample.ts'

/** What a node's execution answers; docs/reference/workflows.md, "Graphs". */
export interface NodeResult {
  /** Output name to items. */
  outputs?: Readonly<Record<string, readonly WorkflowItem[]>>
  /** `success: true` stops this branch cleanly, `false` fails the run. */
  halt?: { success: boolean; message: string; fix?: WorkflowFix }
  message?: string
  /** Language-model spend. */
  usage?: unknown
  /** Cursor advances by key, committed only if the whole run succeeds. */
  watermarks?: Readonly<Record<string, unknown>>
  /** A cap bit: there was more than this. */
  incomplete?: boolean
  signalSamples?: readonly unknown[]
}

/** Why a `runOnFailure` node is called without items. */
export interface RunError {
  message: string
  /** The node that failed or ended empty; null when none did. */
  nodeId: string | null
}

/** What a node is given besides its items; long loops ask `due` in every round and `breathe` when it says so. */
export interface NodeContext<P, Params = unknown> extends Pace {
  runId: string
  nodeId: string
  workflowId: string
  orgId: string | null
  /** The owner that the run acts for. */
  userId: string
  trigger: RunTrigger
  runError: RunError | null
  /** Aborts at the node's deadline, and when the run is cancelled. */
  signal: AbortSignal
  /** What the node may reach: other services, the clock. */
  ports: P
  /** The parameters with their expressions resolved for one input item. Throws `NodeError`. */
  paramsFor(index: number): Params
  /** The first expression of the parameters that finds nothing at one input item, for `missingField`. */
  missing(index: number): string | undefined
  /** What expressions see at one input item. */
  scope(index: number): Scope
  /** A new item that descends from an input item, so that `$node['…']` finds its ancestors. */
  derive(from: WorkflowItem, changes: Partial<WorkflowItem>): WorkflowItem
  /** `run:node:item`, the same for the same item of the same run; for outside systems. */
  idempotencyKey(index: number): string
  /** The cursor that an earlier successful run of this workflow left under this key. */
  watermark(key: string): Promise<unknown>
  /** Matches a regular expression where it holds nobody up. */
  match: Match
}

export interface ParamProblem {
  code: Extract<GraphProblemCode, 'invalid_params' | 'invalid_cron'>
  path: string
  message: string
}

/** What the check of one graph may still spend on all its nodes together. */
export interface CheckRoom {
  /** Instructions of compiled patterns. */
  patterns: number
}

/** One kind of node: what the palette shows and what it does, together. */
export interface NodeDefinition<P, S extends z.ZodObject = z.ZodObject> {
  type: string
  label: string
  description: string
  category: NodeCategory
  mode: NodeMode
  outputs: readonly string[]
  params: S
  emits: readonly string[]
  skillable: boolean
  /**
   * Issues invoices or moves money: only an owner or admin activates, changes or fires a workflow that holds it, and
   * the role of whom a run acts for is asked again when the node is called.
   */
  issuesMoney?: boolean
  /** Does what the person may do for whom a run acts: who draws it anew into an active workflow becomes that person. */
  usesPersonsRights?: boolean
  /** Top-level parameters whose expressions the node evaluates by itself. */
  rawParams?: readonly (keyof z.output<S> & string)[]
  /** Neither waits nor has effects: its running row may be written together with its outcome. */
  instant?: boolean | ((params: Readonly<Record<string, unknown>>) => boolean)
  /** A larger sample than usual, for chains that read the answer back from it. */
  sample?: SampleLimits
  /** Whether what it needs is configured; always, unless told. */
  available?(ports: P): boolean
  /** Problems that the schema cannot state. */
  check?(params: z.output<S>, room: CheckRoom): readonly ParamProblem[]
  /** Throws `NodeError` for a failure in the node's own words. */
  execute(
    items: readonly WorkflowItem[],
    params: z.output<S>,
    context: NodeContext<P, z.output<S>>,
  ): NodeResult | Promise<NodeResult>
}

/** Whether a drawn node is called and recorded in one go. */
export const isInstant = <P>({ instant }: NodeDefinition<P>, node: WorkflowNode): boolean =>
  typeof instant === 'function' ? instant(node.params) : instant === true

/** Looks a type up among the registered nodes. */
export type NodeLookup<P> = (type: string) => NodeDefinition<P> | undefined
