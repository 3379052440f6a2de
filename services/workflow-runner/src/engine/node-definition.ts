import type {
  EmittedField,
  NodeMode,
  RunTrigger,
  SkillKind,
  WorkflowFix,
  WorkflowItem,
  WorkflowNode,
} from '@atrium/contracts'
import type { NodeRules, Pace, ResolvedSkill, Scope } from '@atrium/workflow-rules'
import type { z } from 'zod'
import type { LeftItem } from './left-item.ts'
import type { RunServices } from './run-services.ts'
import type { SampleLimits } from './samples/sample.ts'
import type { ItemChanges } from './state/lineage.ts'
import type { Park } from './state/park.ts'

/** The input items from one edge: `count` items, beginning at the index `from`. */
export interface InputRange {
  node: string
  output: string
  input: string
  from: number
  count: number
}

/** See docs/workflow-nodes.md, "Results". */
export interface NodeResult {
  outputs?: Readonly<Record<string, readonly WorkflowItem[]>>
  /** If `success` is true, this branch stops cleanly. Otherwise the run fails. */
  halt?: { success: boolean; message: string; fix?: WorkflowFix | null | undefined }
  message?: string | undefined
  fix?: WorkflowFix | null | undefined
  usage?: unknown
  /** Cursors by key. They are committed only if the whole run succeeds. */
  watermarks?: Readonly<Record<string, unknown>> | undefined
  incomplete?: boolean
  /** Items without an output, to be read again. See docs/workflow-nodes.md, "Results". */
  left?: readonly LeftItem[] | undefined
  /** Set by a reading node. Committed only if the whole run succeeds. */
  reads?: SourceRead | undefined
  /** If set, the node waits without a worker and the rest of the result is ignored. */
  park?: Park
  signalSamples?: readonly unknown[] | undefined
}

export interface SourceRead {
  /** The node's watermark key. */
  key: string
  /** The versions of all emitted and all passed over items. */
  items: readonly (readonly [externalId: string, version: string])[]
  /** Waiting ids without an item in the source. */
  gone: readonly string[]
}

export interface RunError {
  message: string
  /** The node that failed or emitted nothing. Null if there is none. */
  nodeId: string | null
}

/** Long loops check `due` in every round and then await `yield`. */
export interface NodeContext<P, Params = unknown> extends Pace, RunServices {
  runId: string
  nodeId: string
  workflowId: string
  orgId: string | null
  /** The workflow owner. The run acts with this person's rights. */
  userId: string
  trigger: RunTrigger
  runError: RunError | null
  /** Returns the input ranges by edge. Empty for a trigger and for a call without items. */
  inputs(): readonly InputRange[]
  /** Aborts at the node's deadline and when the run is cancelled. */
  signal: AbortSignal
  ports: P
  /** Resolves the expressions in the parameters for one input item. Throws `NodeError`. */
  paramsFor(index: number): Params
  /**
   * Returns the first parameter expression without a value at one input item, for `missingField`.
   */
  missing(index: number): string | undefined
  scope(index: number): Scope
  /**
   * Derives an item from an input item, so `$node['…']` finds its ancestors. `others` are further
   * source items.
   */
  derive(from: WorkflowItem, changes: ItemChanges, others?: readonly WorkflowItem[]): WorkflowItem
  /**
   * Counts a new item at once, because a node may make much data from little. Rejects beyond the
   * run limits.
   */
  carry(item: WorkflowItem): Promise<void>
  /** Shows the node's text so far to everyone watching the run. The text is not stored. */
  show(text: string): void
  /** Returns `run:node:item`, a stable item key for external systems. */
  idempotencyKey(index: number): string
  /** Set when a parked node is called again. Null at the first call. */
  parked: { state: unknown } | null
  /** Finds the referenced skill. Throws `NodeError` if the skill is missing or has another kind. */
  skill(reference: string, kind?: SkillKind): Promise<ResolvedSkill>
}

export interface NodeDefinition<P, S extends z.ZodObject = z.ZodObject> extends NodeRules<S> {
  label: string
  description: string
  mode: NodeMode
  emits: readonly EmittedField[]
  /** Words that people type when they look for this node. The label's words need not be repeated. */
  keywords: readonly string[]
  skillable: boolean
  /**
   * If true, only owners and admins may activate, change or fire a workflow with this node. Each
   * call checks the person's role.
   */
  issuesMoney?: boolean
  /**
   * If true, the node uses the rights of the run's person. So a person becomes the workflow's owner
   * when they add the node to an active workflow.
   */
  usesPersonsRights?: boolean
  /** Top-level parameters with expressions for the node itself to evaluate. */
  rawParams?: readonly (keyof z.output<S> & string)[]
  /**
   * Returns the top-level parameters with JSON text, because inserted values have to be escaped
   * there.
   */
  jsonTexts?(params: Readonly<Record<string, unknown>>): readonly string[]
  /**
   * True if the node has no waits and no effects. The running row may then be written together with
   * the outcome. `isParked` is true in the call after the node was parked.
   */
  instant?: boolean | ((params: Readonly<Record<string, unknown>>, isParked: boolean) => boolean)
  /** Returns larger sample limits, because chains read the result from the sample. */
  sample?: (params: Readonly<Record<string, unknown>>) => SampleLimits | undefined
  available?(ports: P): boolean
  execute(
    items: readonly WorkflowItem[],
    params: z.output<S>,
    context: NodeContext<P, z.output<S>>,
  ): NodeResult | Promise<NodeResult>
}

/** True if a node's running row and its outcome share one write. */
export const isInstant = <P>(
  { instant }: NodeDefinition<P>,
  node: WorkflowNode,
  isParked: boolean,
): boolean => (typeof instant === 'function' ? instant(node.params, isParked) : instant === true)

export type NodeLookup<P> = (type: string) => NodeDefinition<P> | undefined
