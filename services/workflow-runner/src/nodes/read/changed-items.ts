import type { NodeContext, NodeResult, WaitingItems } from '../../engine/index.ts'
import { NodeError } from '../../engine/index.ts'
import type { NodePorts } from '../ports.ts'
import {
  type ChangeWatermark,
  changedSince,
  changeWatermark,
  isKnown,
  moved,
} from './change-watermark.ts'
import { readingMode, shortenAsked, takeTurns } from './sweep.ts'

interface Source<T> {
  /** The watermark key. */
  key: string
  /** The parameters that select the source's items. */
  asked: unknown
  limit: number
  /** The maximum number of items in one listing. */
  most: number
  /** True if the listing is sorted by change time, so it may end early. */
  ordered: boolean
  list(since: { changedSince?: string }): AsyncIterable<readonly T[]>
  id(item: T): string
  changedAt(item: T): string
}

export interface ChangedItems<T> {
  items: readonly T[]
  waiting: WaitingItems
  more: boolean
  /**
   * Returns the stored digest of an item, or undefined. An item has a digest if it was read while
   * it could still change without a new change time.
   */
  digestBefore(item: T): string | undefined
  /**
   * Returns the watermark and the reads after the first `count` items were read. `digests` holds an
   * entry for each item that may still change without a new change time.
   */
  settle(count: number, digests?: ReadonlyMap<T, string>): Pick<NodeResult, 'watermarks' | 'reads'>
}

/**
 * Finds items whose current version no run has read, and items left by a later node. Throws
 * `NodeError` if an unordered source lists too many items.
 */
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
  const turns = new Map(waits.due.map((id, at) => [id, at]))
  again.sort((a, b) => (turns.get(source.id(a)) ?? 0) - (turns.get(source.id(b)) ?? 0))
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

/**
 * Returns the digest that follows the change time in a version, or undefined if the version has
 * none.
 */
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
    if (!source.ordered)
      throw new NodeError(`There are more than ${source.most} items to read. Narrow the search.`)
    return { items, more: true }
  }
  return { items, more: false }
}
