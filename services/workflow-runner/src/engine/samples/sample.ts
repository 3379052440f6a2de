import type { WorkflowItem } from '@atrium/contracts'

export interface SampleLimits {
  items: number
  bytes: number
}

/** At most 3 items and 8 KB. See docs/reference/workflows.md, "Runs". */
export const sampleLimits: SampleLimits = { items: 3, bytes: 8_192 }

export interface Sample {
  items: WorkflowItem[]
  truncated: boolean
}

const label = '… [truncated]'
const countBytes = (text: string): number => Buffer.byteLength(text)

// Visits at most `budget` values, even if the value is large or cyclic.
function fits(value: unknown, budget: number): boolean {
  let left = budget
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    left -= 1
    if (typeof next === 'string') left -= next.length
    else if (typeof next === 'bigint') return false
    else if (Array.isArray(next)) {
      if (next.length > left) return false
      for (const member of next) pending.push(member)
    } else if (typeof next === 'object' && next !== null) {
      const keys = Object.keys(next)
      if (keys.length > left) return false
      for (const key of keys) {
        left -= key.length
        pending.push((next as Record<string, unknown>)[key])
      }
    }
    if (left < 0) return false
  }
  return true
}

function cutText(text: string, room: number): string {
  if (text.length <= room) return text
  return `${text.slice(0, Math.max(0, room - label.length)).toWellFormed()}${label}`
}

// Copies as much as fits, depth first in key order. A label marks omissions.
function cut(value: unknown, state: { room: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = cutText(value, Math.max(20, Math.min(1_000, state.room)))
    state.room -= countBytes(JSON.stringify(text))
    return text
  }
  if (typeof value === 'bigint') return cut(String(value), state, depth)
  if (typeof value !== 'object' || value === null) {
    state.room -= 8
    return value
  }
  if (depth > 8) return label
  state.room -= 4
  if (Array.isArray(value)) {
    const members: unknown[] = []
    for (const member of value) {
      if (state.room < 40) return [...members, label]
      members.push(cut(member, state, depth + 1))
    }
    return members
  }
  const members: [string, unknown][] = []
  for (const key of Object.keys(value)) {
    if (state.room < 40) return Object.fromEntries([...members, ['…', label]])
    const name = cutText(key, 100)
    state.room -= countBytes(name) + 4
    members.push([name, cut((value as Record<string, unknown>)[key], state, depth + 1)])
  }
  return Object.fromEntries(members)
}

const serialized = (items: unknown): string | undefined => {
  try {
    return JSON.stringify(items)
  } catch {
    return undefined
  }
}

/**
 * Returns the first items within the limits and marks the sample if it is truncated. Reads no more
 * of a large item than the sample shows.
 */
export function takeSample(
  items: readonly WorkflowItem[],
  limits: SampleLimits = sampleLimits,
): Sample {
  const first = items.slice(0, limits.items)
  const more = items.length > first.length
  if (fits(first, limits.bytes)) {
    const text = serialized(first)
    if (text !== undefined && countBytes(text) <= limits.bytes)
      return { items: first, truncated: more }
  }
  for (let room = limits.bytes; room >= 64; room = Math.floor(room / 2)) {
    const state = { room: 0 }
    const copies = first.map((item) => {
      state.room = Math.floor(room / first.length) - 40
      const { externalId, source, json } = item
      return {
        ...(externalId === undefined ? {} : { externalId: cutText(externalId, 200) }),
        ...(source === undefined ? {} : { source: cut(source, { room: 200 }, 0) }),
        json: cut(json, state, 0),
      } as WorkflowItem
    })
    const text = serialized(copies)
    if (text !== undefined && countBytes(text) <= limits.bytes)
      return { items: copies, truncated: true }
  }
  return { items: first.map(() => ({ json: { '…': label } })), truncated: true }
}

export function boundedCopy(value: unknown, bytes: number = sampleLimits.bytes): unknown {
  if (fits(value, bytes)) {
    const text = serialized(value)
    if (text !== undefined && countBytes(text) <= bytes) return value
  }
  return cut(value, { room: Math.floor(bytes / 3) }, 0)
}
