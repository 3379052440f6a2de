import { setTimeout as sleep } from 'node:timers/promises'
import type { RunKey } from './runs.db.ts'

/** What was read of a run at one moment; the stamps of unchanged nodes stay the same. */
export interface RunLook {
  /** The header as it is sent. */
  header: string
  over: boolean
  /** A stamp for each node that has a row, in the order of the graph. */
  stamps: ReadonlyMap<string, string>
}

export interface RunReader {
  /** Undefined when the run is gone. */
  look(key: RunKey): Promise<RunLook | undefined>
  /** These nodes as they are sent, in the same order. */
  nodes(key: RunKey, nodeIds: readonly string[]): Promise<{ id: string; data: string }[]>
}

export interface RunChange {
  event: 'run' | 'node'
  data: string
}

interface Shown extends RunChange {
  turn: number
}

interface Watch {
  shown: Map<string, Shown>
  stamps: Map<string, string>
  turn: number
  over: boolean
  watchers: number
  changed: Promise<void>
  announce(): void
}

const lookEveryMs = 200

/**
 * Shares the reading of runs between all that watch them: one look for each run and moment, full rows only of nodes
 * that changed, and every change turned into text once. A watcher that is slow is sent the newest only.
 */
export function createRunChanges(reader: RunReader, everyMs: number = lookEveryMs) {
  const watches = new Map<string, Watch>()

  const show = (watch: Watch, id: string, change: RunChange): void => {
    if (watch.shown.get(id)?.data === change.data) return
    watch.turn += 1
    // Deleted first, so that the order of the map is that of the changes.
    watch.shown.delete(id)
    watch.shown.set(id, { ...change, turn: watch.turn })
  }
  // The header is read first: when it says that all is over, the nodes read after it are complete, and it is sent last.
  const readOnce = async (key: RunKey, watch: Watch): Promise<void> => {
    const look = await reader.look(key)
    if (look === undefined) {
      watch.over = true
      return
    }
    if (!look.over) show(watch, 'run', { event: 'run', data: look.header })
    const ids = [...look.stamps].flatMap(([id, stamp]) => (watch.stamps.get(id) === stamp ? [] : [id]))
    const nodes = ids.length === 0 ? [] : await reader.nodes(key, ids)
    for (const { id, data } of nodes) show(watch, `node ${id}`, { event: 'node', data })
    for (const id of ids) watch.stamps.set(id, look.stamps.get(id) ?? '')
    if (look.over) show(watch, 'run', { event: 'run', data: look.header })
    watch.over = look.over
  }
  const keepReading = async (id: string, key: RunKey, watch: Watch): Promise<void> => {
    try {
      while (watch.watchers > 0 && !watch.over) {
        const before = watch.turn
        await readOnce(key, watch)
        if (watch.turn !== before || watch.over) watch.announce()
        if (!watch.over) await sleep(everyMs)
      }
    } catch {
      // Whoever watches asks again.
      watch.over = true
      watch.announce()
    } finally {
      if (watches.get(id) === watch) watches.delete(id)
    }
  }
  const open = (id: string): Watch => {
    const signal = Promise.withResolvers<void>()
    const watch: Watch = {
      shown: new Map(),
      stamps: new Map(),
      turn: 0,
      over: false,
      watchers: 0,
      changed: signal.promise,
      announce: signal.resolve,
    }
    const renew = (resolve: () => void) => () => {
      const next = Promise.withResolvers<void>()
      watch.changed = next.promise
      watch.announce = renew(next.resolve)
      resolve()
    }
    watch.announce = renew(signal.resolve)
    watches.set(id, watch)
    return watch
  }

  return {
    /**
     * What changes of a run, beginning with all that there is, until it is over or gone; undefined after `quietMs`
     * without a change. Stops when the signal is aborted.
     */
    async *changes(
      key: RunKey,
      quietMs: number,
      signal: AbortSignal,
    ): AsyncGenerator<RunChange | undefined, void> {
      const id = [key.orgId, key.workflowId, key.runId].join(' ')
      const known = watches.get(id)
      const watch = known ?? open(id)
      watch.watchers += 1
      if (known === undefined) void keepReading(id, key, watch)
      let seen = 0
      try {
        while (!signal.aborted) {
          const { changed, over } = watch
          const fresh = [...watch.shown.values()].filter(({ turn }) => turn > seen)
          for (const { event, data, turn } of fresh) {
            seen = turn
            yield { event, data }
          }
          if (fresh.length > 0) continue
          if (over) return
          if (!(await happens(changed, quietMs, signal))) yield undefined
        }
      } finally {
        watch.watchers -= 1
      }
    },
    /** Runs that are being read. */
    size: () => watches.size,
  }
}

/** Whether it happens in time; true also when the signal is aborted. */
async function happens(event: Promise<void>, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const timer = new AbortController()
  const quiet = sleep(withinMs, false, { signal: AbortSignal.any([timer.signal, signal]) }).catch(() => true)
  try {
    return await Promise.race([event.then(() => true), quiet])
  } finally {
    timer.abort()
  }
}
