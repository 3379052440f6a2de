import type { GraphProblemCode, NodeCategory, WorkflowNode } from '@atrium/contracts'
import type { z } from 'zod'
import { ownProperty } from './own-property.ts'

/** Cooperative scheduling of a run or of the check of a graph. */
export interface Pace {
  /** Whether the time slice is over; cheap enough for every step of a loop. */
  due(): boolean
  /** Leaves the process to other work until the next turn. Rejects for a cancelled run, and after the node's deadline. */
  yield(): Promise<void>
}

export interface ParamProblem {
  code: Extract<GraphProblemCode, 'invalid_params' | 'invalid_cron'>
  path: string
  message: string
}

/** The problem of a parameter as a list; empty without a message. */
export const listProblem = (
  path: string,
  message: string | undefined,
  code: ParamProblem['code'] = 'invalid_params',
): ParamProblem[] => (message === undefined ? [] : [{ code, path, message }])

/** The pace and the remaining budget of the check of one graph. */
export interface CheckBudget extends Pace {
  /** Instructions of compiled patterns. */
  patterns: number
}

/** The part of a type of node by which a graph is checked. */
export interface NodeRules<S extends z.ZodObject = z.ZodObject> {
  type: string
  category: NodeCategory
  outputs: readonly string[]
  /** A list parameter whose members each name a further output under `key`. */
  outputsFrom?: { list: keyof z.output<S> & string; key: string }
  params: S
  /** Problems beyond the schema. */
  check?(params: z.output<S>, budget: CheckBudget): readonly ParamProblem[] | Promise<readonly ParamProblem[]>
  /** Problems beside the nodes from which edges lead here, when a workflow is activated. */
  checkUpstream?(params: z.output<S>, upstream: readonly WorkflowNode[]): readonly ParamProblem[]
}

/** Finds a type of node by its name. */
export type RulesLookup = (type: string) => NodeRules | undefined

/** The facts about a type of node by which the structure of a graph is checked; a descriptor of the palette has them. */
export interface NodeShape {
  category: NodeCategory
  outputs: readonly string[]
  outputsFrom?: { list: string; key: string } | undefined
}

/** Finds the shape of a type of node by its name. */
export type ShapeLookup = (type: string) => NodeShape | undefined

/** The outputs of a node with these parameters, which may hold anything. */
export function outputsOf(
  { outputs, outputsFrom }: Pick<NodeShape, 'outputs' | 'outputsFrom'>,
  params: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (outputsFrom === undefined) return outputs
  const list = ownProperty(params, outputsFrom.list)
  if (!Array.isArray(list)) return outputs
  const named = list.map((member: unknown) => ownProperty(member, outputsFrom.key))
  return [...named.filter((name) => typeof name === 'string'), ...outputs]
}
