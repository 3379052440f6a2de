import type {
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
import type { ItemChanges } from './lineage.ts'
import type { Park } from './park.ts'
import type { RunServices } from './run-services.ts'
import type { SampleLimits } from './sample.ts'

/** The items of one edge among those into a node: `count` of them from the index `from`. */
export interface InputRange {
  node: string
  output: string
  input: string
  from: number
  count: number
}

/** The result of a node; docs/workflow-nodes.md, "Results". */
export interface NodeResult {
  outputs?: Readonly<Record<string, readonly WorkflowItem[]>>
  /** `success: true` stops this branch cleanly, `false` fails the run. */
  halt?: { success: boolean; message: string; fix?: WorkflowFix | null | undefined }
  message?: string | undefined
  fix?: WorkflowFix | null | undefined
  usage?: unknown
  /** Cursors by key, committed only when the whole run succeeds. */
  watermarks?: Readonly<Record<string, unknown>> | undefined
  incomplete?: boolean
  /** Items that left on no output and are to be read again; docs/workflow-nodes.md, "Results". */
  left?: readonly LeftItem[] | undefined
  /** What a reading node has read; committed only if the whole run succeeds. */
  reads?: SourceRead | undefined
  /** The node waits without a worker, and nothing else of the result counts. */
  park?: Park
  signalSamples?: readonly unknown[] | undefined
}

export interface SourceRead {
  /** The key of the node's watermark. */
  key: string
  /** The items with their versions, those that the node put out and those that it passed over. */
  items: readonly (readonly [externalId: string, version: string])[]
  /** Ids that waited and are no longer in the source. */
  gone: readonly string[]
}

export interface RunError {
  message: string
  /** The node that failed or emitted nothing; null without one. */
  nodeId: string | null
}

/** The context of a node's call; long loops check `due` in every round and then await `yield`. */
export interface NodeContext<P, Params = unknown> extends Pace, RunServices {
  runId: string
  nodeId: string
  workflowId: string
  orgId: string | null
  /** The owner that the run acts for. */
  userId: string
  trigger: RunTrigger
  runError: RunError | null
  /** The items by edge; none for a trigger, and for a call without items. */
  inputs(): readonly InputRange[]
  /** Aborts at the node's deadline, and when the run is cancelled. */
  signal: AbortSignal
  ports: P
  /** The parameters with their expressions resolved for one input item. Throws `NodeError`. */
  paramsFor(index: number): Params
  /** The first expression of the parameters without a value at one input item, for `missingField`. */
  missing(index: number): string | undefined
  scope(index: number): Scope
  /** A new item that descends from an input item, so that `$node['…']` finds its ancestors. `others` are further items that it is made of. */
  derive(from: WorkflowItem, changes: ItemChanges, others?: readonly WorkflowItem[]): WorkflowItem
  /** Counts a new item at once, for nodes that make much data of little. Rejects beyond the limits of the run. */
  carry(item: WorkflowItem): Promise<void>
  /** Shows the text that the node has written so far to those who watch the run; nothing of it is kept. */
  show(text: string): void
  /** `run:node:item`, stable for an item of a run; for outside systems. */
  idempotencyKey(index: number): string
  /** The state of a node that is called again after it was parked; null at its first call. */
  parked: { state: unknown } | null
  /** The skill of a reference in a parameter. Throws `NodeError`, also for a skill of another kind. */
  skill(reference: string, kind?: SkillKind): Promise<ResolvedSkill>
}

/** A type of node: its palette entry and its implementation. */
export interface NodeDefinition<P, S extends z.ZodObject = z.ZodObject> extends NodeRules<S> {
  label: string
  description: string
  mode: NodeMode
  emits: readonly string[]
  skillable: boolean
  /** Only owners and admins activate, change or fire a workflow with it; each call checks the person's role. */
  issuesMoney?: boolean
  /** Uses the rights of the person that a run acts for: a person who draws it into an active workflow becomes its owner. */
  usesPersonsRights?: boolean
  /** Top-level parameters whose expressions the node evaluates itself. */
  rawParams?: readonly (keyof z.output<S> & string)[]
  /** Top-level parameters whose text is JSON: values are escaped where they are inserted. */
  jsonTexts?(params: Readonly<Record<string, unknown>>): readonly string[]
  /** Without waits and effects: its running row may be written together with its outcome. */
  instant?: boolean | ((params: Readonly<Record<string, unknown>>) => boolean)
  /** A larger sample, for chains that read the result from it. */
  sample?: (params: Readonly<Record<string, unknown>>) => SampleLimits | undefined
  available?(ports: P): boolean
  execute(
    items: readonly WorkflowItem[],
    params: z.output<S>,
    context: NodeContext<P, z.output<S>>,
  ): NodeResult | Promise<NodeResult>
}

/** Whether a node's call and its record share one write. */
export const isInstant = <P>({ instant }: NodeDefinition<P>, node: WorkflowNode): boolean =>
  typeof instant === 'function' ? instant(node.params) : instant === true

export type NodeLookup<P> = (type: string) => NodeDefinition<P> | undefined
