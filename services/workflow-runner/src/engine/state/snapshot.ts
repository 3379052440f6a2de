import type { WorkflowItem } from '@atrium/contracts'
import { NodeError, type Pace } from '@atrium/workflow-rules'
import type { Flowing } from './lineage.ts'
import type { RunState } from './run-state.ts'
import type { FlowRow, Snapshot } from './snapshot-form.ts'
import { weightInTurns } from './weigh.ts'

/** The version of `Snapshot`. If a release changes the format, it still reads earlier versions. */
const version = 1
/** Limits in characters: for a whole snapshot, and approximately for one part. */
const snapshotLimits = { all: 16 * 1024 * 1024, part: 256 * 1024 } as const
const flowsAtOnce = 10_000

type Part = Partial<Snapshot>

// Numbers parents before their children. Chains can be long, so the function does not recurse.
async function numberFlows(state: RunState, pace: Pace) {
  const items = new Map<WorkflowItem, number>()
  const places = new Map<Flowing, number>()
  const rows: FlowRow[] = []
  const itemAt = (item: WorkflowItem): number => {
    const at = items.get(item) ?? items.size
    items.set(item, at)
    return at
  }
  const place = (flow: Flowing): number => {
    const open = [flow]
    for (let each = open.at(-1); each !== undefined; each = open.at(-1)) {
      const { item, node, parent, others = [], seed = -1 } = each
      const parts = parent === undefined ? others : [parent, ...others]
      const missing = parts.filter((part) => !places.has(part))
      if (missing.length > 0 && !places.has(each)) {
        for (const part of missing) open.push(part)
        continue
      }
      open.pop()
      if (places.has(each)) continue
      places.set(each, rows.length)
      const before = parent === undefined ? -1 : (places.get(parent) ?? -1)
      const own = [itemAt(item), node, before] as const
      const further = others.map((other) => places.get(other) ?? -1)
      rows.push(further.length === 0 && seed === -1 ? own : [...own, further, seed])
    }
    return places.get(flow) ?? -1
  }
  const outputs: Snapshot['outputs'][number][] = []
  for (const [node, byName] of state.outputs.entries()) {
    for (const [name, flowing] of byName ?? []) {
      const flows: number[] = []
      for (const flow of flowing) {
        flows.push(place(flow))
        if (pace.due()) await pace.yield()
      }
      outputs.push({ node, name, flows })
    }
  }
  return { items: [...items.keys()], rows, outputs }
}

const tooHeavy = (what: string): NodeError =>
  new NodeError(
    `${what} more than ${snapshotLimits.all / 1024 / 1024} MB, which is too much for a run that waits`,
  )

// Limits the total size of all calls, because each called run stores its own copy of an item.
async function boundCalls(state: RunState, pace: Pace): Promise<void> {
  let weight = 0
  for (const { calls } of state.parked.values()) {
    for (const { items } of calls) {
      for (const item of items) {
        weight += await weightInTurns(item, snapshotLimits.all, pace)
        if (weight > snapshotLimits.all) throw tooHeavy('The called workflows would get')
        if (pace.due()) await pace.yield()
      }
    }
  }
}

/**
 * Serializes a run as texts with a size limit. Call this function only between two turns of the
 * run. Throws `NodeError` if the snapshot has more than `most` characters.
 */
export async function takeSnapshot(state: RunState, pace: Pace, most: number = snapshotLimits.all) {
  await boundCalls(state, pace)
  const { items, rows, outputs } = await numberFlows(state, pace)
  const parts: string[] = []
  let characters = 0
  const add = (text: string): void => {
    characters += text.length
    if (characters > most) throw tooHeavy('The run has')
    parts.push(text)
  }
  const head: Part = {
    version,
    graph: state.plan.graph,
    ends: state.ends.map((end) => end ?? null),
    messages: state.messages,
    watermarks: [...state.watermarks],
    reads: [...state.reads],
    left: [...state.left].map(([node, items]) => [
      node,
      [...items].map(([id, { title, reason }]) => [id, title, reason] as const),
    ]),
    leftSeeds: [...state.leftSeeds],
    parked: [...state.parked].map(([node, { until, state: own, startedAt }]) => ({
      node,
      until,
      state: own ?? null,
      startedAt,
    })),
    outputs,
  }
  add(JSON.stringify(head))
  for (let at = 0; at < rows.length; at += flowsAtOnce) {
    add(JSON.stringify({ flows: rows.slice(at, at + flowsAtOnce) }))
    if (pace.due()) await pace.yield()
  }
  let texts: string[] = []
  let length = 0
  const flush = (): void => {
    if (texts.length > 0) add(`{"items":[${texts.join()}]}`)
    texts = []
    length = 0
  }
  for (const item of items) {
    // The item's text is written in one step.
    if ((await weightInTurns(item, snapshotLimits.all, pace)) > most) throw tooHeavy('The run has')
    const text = JSON.stringify(item)
    texts.push(text)
    length += text.length
    if (length > snapshotLimits.part) flush()
    if (pace.due()) await pace.yield()
  }
  flush()
  return parts
}

/** Reads a snapshot in turns. Throws `NodeError` if the version is unknown. */
export async function readSnapshot(texts: readonly string[], pace: Pace): Promise<Snapshot> {
  const items: WorkflowItem[] = []
  const flows: FlowRow[] = []
  let head: Part = {}
  for (const text of texts) {
    const { items: more = [], flows: rows = [], ...rest } = JSON.parse(text) as Part
    for (const item of more) items.push(item)
    for (const row of rows) flows.push(row)
    head = { ...head, ...rest }
    if (pace.due()) await pace.yield()
  }
  if (head.version !== version)
    throw new NodeError('Another version of Atrium started this run. Run the workflow again.')
  return { ...(head as Snapshot), items, flows }
}
