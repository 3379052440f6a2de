import type { NodeContext, NodeResult, WaitingItems } from '../engine/index.ts'
import { NodeError } from '../engine/index.ts'
import {
  type ChangeWatermark,
  changedSince,
  changeWatermark,
  isKnown,
  moved,
} from './change-watermark.ts'
import type { NodePorts } from './ports.ts'
import { readingMode, shortenAsked, takeTurns } from './sweep.ts'

interface Source<T> {
  /** The key of the watermark. */
  key: string
  /** The parameters that decide which items the source has. */
  asked: unknown
  limit: number
  /** The most items of one listing. */
  most: number
  /** Whether a listing comes in the order of changes, so that it may end early. */
  ordered: boolean
  list(since: { changedSince?: string }): AsyncIterable<readonly T[]>
  id(item: T): string
  changedAt(item: T): string
}

export interface ChangedItems<T> {
  /** The items to read, in order. */
  items: readonly T[]
  waiting: WaitingItems
  more: boolean
  /** The digest of an item that was read when it might still change without another time; undefined for others. */
  digestBefore(item: T): string | undefined
  /**
   * The watermark and the reads after the first `count` items were read. `digests` has those of items that may still
   * change without another time.
   */
  settle(count: number, digests?: ReadonlyMap<T, string>): Pick<NodeResult, 'watermarks' | 'reads'>
}

/** The items of a source that no run has read as they are now, and those that a later node left. Throws `NodeError`. */
export async function findChangedItems<T>(
  source: Source<T>,
  context: Pick<NodeContext<NodePorts>, 'watermark' | 'reads' | 'now' | 'due' | 'yield'>,
): Promise<ChangedItems<T>> {
  const { key, limit } = source
  const before = changeWatermark(await context.watermark(key))
  const asked = shortenAsked(source.asked)
  const waits = await context.reads.waiting(key, source.most)
  const waiting = new Set(waits.due)
  const mode = readingMode(before, { asked, now: context.now(), waiting: waiting.size })
  const whole = mode === 'all' || mode === 'baseline'
  const listed = await listItems(source, whole ? {} : changedSince(before), whole, before)
  const known = await context.reads.known(key, listed.items.map(source.id))
  const later = new Set(waits.later)
  const digests = new Map<T, string>()
  const again: T[] = []
  const fresh: T[] = []
  const passed: [string, string][] = []
  for (const item of listed.items) {
    if (context.due()) await context.yield()
    const id = source.id(item)
    const changedAt = source.changedAt(item)
    const digest = readDigest(known.get(id), changedAt)
    if (digest !== undefined) digests.set(item, digest)
    if (waiting.has(id)) again.push(item)
    else if (digest !== undefined) {
      if (!later.has(id)) fresh.push(item)
    } else if (known.get(id) === changedAt || isKnown(before, id, changedAt)) continue
    else if (mode === 'baseline' && before !== undefined && changedAt <= before.at)
      passed.push([id, changedAt])
    else fresh.push(item)
  }
  fresh.sort((a, b) => Date.parse(source.changedAt(a)) - Date.parse(source.changedAt(b)))
  const items = takeTurns(again, fresh, limit)
  const total = again.length + fresh.length
  const there = new Set(listed.items.map(source.id))
  return {
    items,
    waiting: waits,
    more: listed.more || items.length < total,
    digestBefore: (item) => digests.get(item),
    settle(count, unsettled) {
      const read = items.slice(0, count)
      const cut = listed.more || count < total
      let watermark: ChangeWatermark | undefined = before
      for (const item of read) {
        if (!waiting.has(source.id(item)))
          watermark = moved(watermark, source.id(item), source.changedAt(item))
      }
      const reads = {
        key,
        items: [
          ...passed,
          ...read.map((item): [string, string] => {
            const digest = unsettled?.get(item)
            const changedAt = source.changedAt(item)
            return [source.id(item), digest === undefined ? changedAt : `${changedAt} ${digest}`]
          }),
        ],
        gone:
          whole && !listed.more
            ? [...waits.due, ...waits.later].filter((id) => !there.has(id))
            : [],
      }
      if (watermark === undefined) return { reads }
      const { first: _, sweep: last, ...own } = watermark
      const sweep = whole
        ? { at: context.now(), count: listed.items.length, asked, ...(cut ? { cut } : {}) }
        : (last ?? { at: context.now(), count: 0, asked })
      const next = mode === 'first' && cut ? { ...own, first: true } : { ...own, sweep }
      return { reads, watermarks: { [key]: next } }
    },
  }
}

/** The digest behind the time of a version that may still change without another time. */
const readDigest = (version: string | undefined, changedAt: string): string | undefined =>
  version?.startsWith(`${changedAt} `) === true ? version.slice(changedAt.length + 1) : undefined

async function listItems<T>(
  source: Source<T>,
  since: { changedSince?: string },
  whole: boolean,
  before: ChangeWatermark | undefined,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = []
  let fresh = 0
  for await (const part of source.list(since)) {
    for (const item of part) {
      items.push(item)
      if (!isKnown(before, source.id(item), source.changedAt(item))) fresh += 1
    }
    if (source.ordered && !whole && fresh > source.limit) return { items, more: true }
    if (items.length <= source.most) continue
    if (!source.ordered) throw new NodeError(`There are more than ${source.most} items to read`)
    return { items, more: true }
  }
  return { items, more: false }
}
