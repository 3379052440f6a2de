import { wideObjects } from '@atrium/contracts'
import { NodeError, type Pace } from '@atrium/workflow-rules'

const perValue = 8
const perContainer = 32

interface Weighing {
  pending: unknown[]
  bytes: number
  wideKeys: number
}

/**
 * Starts to weigh a value. A text weighs its bytes, each value 8 bytes, and a list or object 32
 * bytes more.
 */
const startWeighing = (value: unknown): Weighing => ({ pending: [value], bytes: 0, wideKeys: 0 })

/**
 * Weighs up to `steps` more values. Returns true at the end or if the weight exceeds `room`. Throws
 * `NodeError` if there are too many keys.
 */
function weighOn(state: Weighing, steps: number, room: number): boolean {
  const { pending } = state
  for (let left = steps; left > 0 && pending.length > 0; left -= 1) {
    const next = pending.pop()
    state.bytes += perValue
    if (typeof next === 'string') state.bytes += Buffer.byteLength(next)
    else if (Array.isArray(next)) {
      state.bytes += perContainer
      if (next.length * perValue > room) state.bytes += next.length * perValue
      else for (const member of next) pending.push(member)
    } else if (typeof next === 'object' && next !== null) weighObject(state, next)
    if (state.bytes > room) return true
  }
  return pending.length === 0
}

function weighObject(state: Weighing, object: object): void {
  state.bytes += perContainer
  const keys = Object.keys(object)
  if (keys.length > wideObjects.from) state.wideKeys += keys.length
  if (state.wideKeys > wideObjects.keys) {
    throw new NodeError(`An item has an object with more than ${wideObjects.keys} fields`)
  }
  for (const key of keys) {
    state.bytes += key.length
    state.pending.push((object as Record<string, unknown>)[key])
  }
}

const stepsAtOnce = 256

/** Weighs a value in turns, up to `room` bytes. Throws `NodeError` if there are too many keys. */
export async function weightInTurns(value: unknown, room: number, pace: Pace): Promise<number> {
  const state = startWeighing(value)
  while (!weighOn(state, stepsAtOnce, room)) if (pace.due()) await pace.yield()
  return state.bytes
}

export function measureWeight(value: unknown, room: number): number {
  const state = startWeighing(value)
  weighOn(state, room, room)
  return state.bytes
}
