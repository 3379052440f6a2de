import { z } from 'zod'
import { holdsAtMost } from '../core/holds-at-most.ts'
import { named, namedBody } from '../core/schemas.ts'

/**
 * The limits for a saved graph: its nodes, edges and notes, and the levels, values and different
 * keys in its free JSON. Objects with the same keys in the same order count their keys once,
 * because a parser pays for each new key sequence.
 */
export const graphLimits = {
  nodes: 5_000,
  edges: 20_000,
  notes: 500,
  depth: 64,
  values: 50_000,
  keys: 4_000,
} as const

/**
 * An object with more than `from` keys is wide. All wide objects in one document together have at
 * most `keys` keys.
 */
export const wideObjects = { from: 1_000, keys: 10_000 } as const

interface KeySequences extends Map<string, KeySequences> {}

/**
 * Adds an object's keys. Returns how many keys no earlier object has at this point in its sequence.
 */
function addSequence(sequences: KeySequences, keys: readonly string[]): number {
  let added = 0
  let at = sequences
  for (const key of keys) {
    let next = at.get(key)
    if (next === undefined) {
      next = new Map()
      at.set(key, next)
      added += 1
    }
    at = next
  }
  return added
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

// Walks level by level because nothing has limited the depth of a hostile document before this
// check.
function isWithinLimits(value: object): boolean {
  let [values, keys] = [1, 0]
  const sequences: KeySequences = new Map()
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= graphLimits.depth) return false
    const inner: object[] = []
    for (const each of level) {
      const members = Array.isArray(each) ? each : Object.values(each)
      values += members.length
      if (values > graphLimits.values) return false
      if (!Array.isArray(each)) keys += addSequence(sequences, Object.keys(each))
      if (keys > graphLimits.keys) return false
      for (const member of members) if (isContainer(member)) inner.push(member)
    }
    level = inner
  }
  return true
}

/** Any JSON object within these limits. Keys such as `__proto__` stay plain data. */
export const WorkflowJson = z
  .custom<Record<string, unknown>>(
    (value) => isContainer(value) && !Array.isArray(value) && isWithinLimits(value),
    { error: 'Expected an object of at most 64 levels, 50,000 values and 4,000 different keys' },
  )
  .meta({ type: 'object', additionalProperties: true })

const NodeId = z.string().min(1).max(200)

const nodeShape = {
  id: NodeId.describe('The node’s id, unique in the graph.'),
  type: z.string().min(1).max(200).describe('The node type, for example `read_url`.'),
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('The name that users read and expressions use, unique in the graph.'),
  params: WorkflowJson.default({}).describe(
    'The parameters, described by the node type’s JSON Schema. Texts may contain expressions. Empty by default.',
  ),
  position: z
    .strictObject({
      x: z.number().describe('The distance from the left in canvas pixels.'),
      y: z.number().describe('The distance from the top in canvas pixels.'),
    })
    .default({ x: 0, y: 0 })
    .describe('The position on the canvas. Runs ignore it. The top left corner by default.'),
  runOnFailure: z
    .boolean()
    .optional()
    .describe('True if the node runs after the run has failed, with the error.'),
}
export const WorkflowNode = z.strictObject(nodeShape).meta({ id: 'WorkflowNode' })
export type WorkflowNode = z.output<typeof WorkflowNode>

const edgeShape = {
  from: z
    .strictObject({
      node: NodeId.describe('The id of the source node.'),
      output: z
        .string()
        .min(1)
        .max(100)
        .default('main')
        .describe('The output’s name. `main` by default.'),
    })
    .describe('The output that the items leave.'),
  to: z
    .strictObject({
      node: NodeId.describe('The id of the target node.'),
      input: z
        .string()
        .min(1)
        .max(100)
        .default('main')
        .describe('The input’s name. `main` by default.'),
    })
    .describe('The input that the items enter.'),
}
export const WorkflowEdge = z.strictObject(edgeShape).meta({ id: 'WorkflowEdge' })
export type WorkflowEdge = z.output<typeof WorkflowEdge>

/** A user's note next to the nodes. Runs ignore it. */
export const WorkflowNote = namedBody('WorkflowNote', {
  id: NodeId.describe('The note’s id, unique in the graph.'),
  text: z.string().max(5_000).describe('The note’s text.'),
  position: z
    .strictObject({
      x: z.number().describe('The distance from the left in canvas pixels.'),
      y: z.number().describe('The distance from the top in canvas pixels.'),
    })
    .describe('The position on the canvas. Runs ignore it.'),
})
export type WorkflowNote = z.output<typeof WorkflowNote>

const graphSchema = <N extends z.ZodType<{ params: unknown }>, E extends z.ZodType>(
  node: N,
  edge: E,
) =>
  z
    .strictObject({
      nodes: z.array(node).max(graphLimits.nodes).describe('The nodes, at most 5,000.'),
      edges: z
        .array(edge)
        .max(graphLimits.edges)
        .describe('The edges between them, at most 20,000. They form no cycle.'),
      notes: z
        .array(WorkflowNote)
        .max(graphLimits.notes)
        .optional()
        .describe('Notes on the canvas, at most 500. Runs ignore them.'),
    })
    .refine(
      ({ nodes }) =>
        holdsAtMost(
          nodes.map(({ params }) => params),
          graphLimits.values,
        ),
      {
        path: ['nodes'],
        error: 'The steps have more than 50,000 values in all. Split the workflow.',
      },
    )
export const WorkflowGraph = graphSchema(WorkflowNode, WorkflowEdge).meta({ id: 'WorkflowGraph' })
export type WorkflowGraph = z.output<typeof WorkflowGraph>

/**
 * A graph in a request. Its schemas have different names because fields with a default are
 * optional.
 */
export const WorkflowGraphInput = graphSchema(
  z.strictObject(nodeShape).meta({ id: 'WorkflowNodeInput' }),
  z.strictObject(edgeShape).meta({ id: 'WorkflowEdgeInput' }),
).meta({ id: 'WorkflowGraphInput' })

/** What every edge carries. */
export const WorkflowItem = named('WorkflowItem', {
  externalId: z
    .string()
    .optional()
    .describe('The item’s id at its source. An item with an id takes effect only once.'),
  source: z
    .object({
      scheme: z.string().describe('The kind of source.'),
      host: z.string().optional().describe('The source’s host.'),
    })
    .optional()
    .describe('Where the item comes from.'),
  json: WorkflowJson.describe('The values that expressions read as `$json`.'),
})
export type WorkflowItem = z.output<typeof WorkflowItem>

/** The thirteen condition operators (docs/reference/workflows.md). */
export const conditionOperators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'matches',
  'exists',
  'not_exists',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export const Condition = z.strictObject({
  left: z
    .string()
    .min(1)
    .max(2_000)
    .describe('An expression ({{ $json.title }}), or the name of a field (title)'),
  operator: z.enum(conditionOperators).describe('How the two are compared'),
  right: z
    .unknown()
    .optional()
    .describe('The value to compare with. exists and not_exists need none'),
})
export type Condition = z.output<typeof Condition>

export const ConditionGroup = z.strictObject({
  combinator: z.enum(['and', 'or']).describe('Whether all conditions must hold, or one'),
  conditions: z.array(Condition).max(100).describe('The conditions'),
})
export type ConditionGroup = z.output<typeof ConditionGroup>

export const graphProblemCodes = [
  'cycle',
  'dangling_edge',
  'duplicate_id',
  'duplicate_name',
  'no_trigger',
  'unregistered_node',
  'invalid_params',
  'invalid_cron',
] as const
export type GraphProblemCode = (typeof graphProblemCodes)[number]
