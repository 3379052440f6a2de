import type { GraphProblemCode, NodeCategory, WorkflowNode } from '@atrium/contracts'
import type { z } from 'zod'
import { ownProperty } from './own-property.ts'

/** Cooperative scheduling for a run or a graph check. */
export interface Pace {
  /** Returns true if the time slice is used up. Cheap enough for every loop iteration. */
  due(): boolean
  /**
   * Lets the process do other work until the next turn. Rejects if the run is cancelled or after
   * the node's deadline.
   */
  yield(): Promise<void>
}

export interface ParamProblem {
  code: Extract<GraphProblemCode, 'invalid_params' | 'invalid_cron'>
  path: string
  message: string
}

/** Returns a list with one problem, or an empty list without a message. */
export const listProblem = (
  path: string,
  message: string | undefined,
  code: ParamProblem['code'] = 'invalid_params',
): ParamProblem[] => (message === undefined ? [] : [{ code, path, message }])

/** The pace and remaining budget of one graph check. */
export interface CheckBudget extends Pace {
  /** Instructions left for compiled patterns. */
  patterns: number
}

/** What a graph check needs to know about a node type. */
export interface NodeRules<S extends z.ZodObject = z.ZodObject> {
  type: string
  category: NodeCategory
  outputs: readonly string[]
  /** A list parameter that adds outputs. Each member names one under `key`. */
  outputsFrom?: { list: keyof z.output<S> & string; key: string }
  params: S
  /** Problems beyond the schema. */
  check?(
    params: z.output<S>,
    budget: CheckBudget,
  ): readonly ParamProblem[] | Promise<readonly ParamProblem[]>
  /** Returns problems with the nodes before this one, when a workflow is activated. */
  checkUpstream?(params: z.output<S>, upstream: readonly WorkflowNode[]): readonly ParamProblem[]
}

export type RulesLookup = (type: string) => NodeRules | undefined

/**
 * The facts about a node type needed to check a graph's structure. A palette descriptor has these
 * fields.
 */
export interface NodeShape {
  category: NodeCategory
  outputs: readonly string[]
  outputsFrom?: { list: string; key: string } | undefined
}

export type ShapeLookup = (type: string) => NodeShape | undefined

/** Returns a node's outputs with these parameters. The parameters may hold anything. */
export function listOutputs(
  { outputs, outputsFrom }: Pick<NodeShape, 'outputs' | 'outputsFrom'>,
  params: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (outputsFrom === undefined) return outputs
  const list = ownProperty(params, outputsFrom.list)
  if (!Array.isArray(list)) return outputs
  const named = list.map((member: unknown) => ownProperty(member, outputsFrom.key))
  return [...named.filter((name) => typeof name === 'string'), ...outputs]
}
