import type { N8nDocument } from './read-document.ts'

/** A connection between two steps, by their places in the document. */
export interface FlowEdge {
  from: number
  to: number
  output: number
  input: number
}

export interface Flow {
  edges: FlowEdge[]
  /** The steps in execution order: each step follows its predecessors. */
  order: number[]
  /** Connections from a loop's last steps to what follows after the loop, by the loop's place. */
  closing: FlowEdge[]
  /** The names behind lost connections, by the place of their first step. */
  lost: Map<number, string[]>
}

const mostLostNames = 10

function noteLost(lost: Flow['lost'], from: number, name: string): void {
  const names = lost.get(from) ?? []
  lost.set(from, names)
  if (names.length < mostLostNames && !names.includes(name)) names.push(name)
}

/** Returns the edges that close a circle, found with one walk. */
function findBackEdges(count: number, edges: readonly FlowEdge[]): Set<FlowEdge> {
  const leaving: FlowEdge[][] = Array.from({ length: count }, () => [])
  const isTarget = new Set<number>()
  for (const edge of edges) {
    leaving[edge.from]?.push(edge)
    isTarget.add(edge.to)
  }
  const back = new Set<FlowEdge>()
  const state = new Uint8Array(count)
  const [fresh, open, done] = [0, 1, 2]
  const starts = [...Array(count).keys()]
  // Walks from the triggers first, because a walk from inside a loop finds another edge.
  for (const start of [...starts.filter((at) => !isTarget.has(at)), ...starts]) {
    if (state[start] !== fresh) continue
    state[start] = open
    const stack = [{ at: start, next: 0 }]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edge = leaving[top.at]?.[top.next]
      top.next += 1
      if (edge === undefined) {
        state[top.at] = done
        stack.pop()
      } else if (state[edge.to] === open) back.add(edge)
      else if (state[edge.to] === fresh) {
        state[edge.to] = open
        stack.push({ at: edge.to, next: 0 })
      }
    }
  }
  return back
}

function sortSteps(count: number, edges: readonly FlowEdge[]): number[] {
  const leaving: number[][] = Array.from({ length: count }, () => [])
  const waits = new Uint32Array(count)
  for (const { from, to } of edges) {
    leaving[from]?.push(to)
    waits[to] = (waits[to] ?? 0) + 1
  }
  const order = [...Array(count).keys()].filter((at) => waits[at] === 0)
  // The loop also visits the steps that are added meanwhile.
  for (const at of order) {
    for (const to of leaving[at] ?? []) {
      waits[to] = (waits[to] ?? 0) - 1
      if (waits[to] === 0) order.push(to)
    }
  }
  return order
}

/** What a loop step is: whether it is one, and the index of its output after the last batch. */
export type FindLoop = (at: number) => { done: number } | undefined

/**
 * Plans a workflow's main connections. Circles are cut: what led back to a loop leads to the step
 * after the loop, and other connections that close a circle are lost.
 */
export function planFlow({ steps, connections }: N8nDocument, findLoop: FindLoop): Flow {
  const places = new Map<string, number>()
  for (const [at, { name }] of steps.entries()) if (!places.has(name)) places.set(name, at)
  const lost: Flow['lost'] = new Map()
  const edges: FlowEdge[] = []
  for (const { from, to, kind, output, input } of connections) {
    const [source, target] = [places.get(from), places.get(to)]
    if (source === undefined) continue
    if (target === undefined) noteLost(lost, source, to)
    else if (kind === 'main') edges.push({ from: source, to: target, output, input })
  }
  const back = findBackEdges(steps.length, edges)
  const forward = edges.filter((edge) => !back.has(edge))
  const closing: FlowEdge[] = []
  for (const edge of back) {
    if (findLoop(edge.to) === undefined) noteLost(lost, edge.from, steps[edge.to]?.name ?? '')
    else closing.push(edge)
  }
  // The closing edges lead to a loop's end, a separate point behind the steps.
  const ends = new Map(
    [...new Set(closing.map(({ to }) => to))].map((loop, at) => [loop, steps.length + at]),
  )
  const points = steps.length + ends.size
  const drawn = [
    ...forward.map((edge) => {
      const end = findLoop(edge.from)?.done === edge.output ? ends.get(edge.from) : undefined
      return { edge, line: { ...edge, from: end ?? edge.from } }
    }),
    ...closing.map((edge) => ({ edge, line: { ...edge, to: ends.get(edge.to) ?? edge.to } })),
  ]
  const circles = findBackEdges(
    points,
    drawn.map(({ line }) => line),
  )
  const whole = drawn.filter(({ line }) => !circles.has(line))
  for (const { edge, line } of drawn) {
    if (circles.has(line)) noteLost(lost, edge.from, steps[edge.to]?.name ?? '')
  }
  const isKept = new Set(whole.map(({ edge }) => edge))
  return {
    edges: forward.filter((edge) => isKept.has(edge)),
    closing: closing.filter((edge) => isKept.has(edge)),
    order: sortSteps(
      points,
      whole.map(({ line }) => line),
    ).filter((at) => at < steps.length),
    lost,
  }
}
