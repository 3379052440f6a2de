import { setTimeout as sleep } from 'node:timers/promises'
import type { RunKey } from './runs.db.ts'

export interface RunLook {
  header: string
  over: boolean
  /** A fingerprint of each node row, in graph order. */
  stamps: ReadonlyMap<string, string>
}

export interface RunReader {
  look(key: RunKey): Promise<RunLook | undefined>
  nodes(key: RunKey, nodeIds: readonly string[]): Promise<{ id: string; data: string }[]>
  /** Calls the listener with the running nodes' text so far. Returns a function to unsubscribe. */
  texts(key: RunKey, listener: (nodeId: string, text: string) => void): () => void
  /** Calls the listener when the run ends. Returns a function to unsubscribe. */
  end(key: RunKey, listener: () => void): () => void
  /** Returns the node with the text as its message, or undefined if the node is not running. */
  withText(data: string, text: string): string | undefined
}

export interface RunChange {
  event: 'run' | 'node'
  data: string
}

interface Shown extends RunChange {
  version: number
}

interface Watch {
  /** The latest state of the header and each node, ordered by their last change. */
  shown: Map<string, Shown>
  stamps: Map<string, string>
  version: number
  over: boolean
  watchers: number
  /** The node rows, and next to them the texts of running nodes. */
  rows: Map<string, string>
  texts: Map<string, string>
  hurry: AbortController
  changed: PromiseWithResolvers<void>
}

const lookEveryMs = 200

/**
 * Shares one read per interval, and one at the end, among all watchers. Reads full rows only for changed nodes, and
 * serializes each change once.
 */
export function createRunChanges(reader: RunReader, everyMs: number = lookEveryMs) {
  const watches = new Map<string, Watch>()

  const show = (watch: Watch, id: string, change: RunChange): void => {
    if (watch.shown.get(id)?.data === change.data) return
    watch.version += 1
    // Deleted first, so the map stays ordered by last change.
    watch.shown.delete(id)
    watch.shown.set(id, { ...change, version: watch.version })
  }
  const announce = (watch: Watch): void => {
    watch.changed.resolve()
    watch.changed = Promise.withResolvers()
  }
  const showNode = (watch: Watch, id: string, row: string): void => {
    const text = watch.texts.get(id)
    const written = text === undefined ? undefined : reader.withText(row, text)
    if (written === undefined) watch.texts.delete(id)
    show(watch, `node ${id}`, { event: 'node', data: written ?? row })
  }
  const takeText = (watch: Watch, id: string, text: string): void => {
    const row = watch.rows.get(id)
    watch.texts.set(id, text)
    // The database has the row already, because it is written before the text.
    if (row === undefined) watch.hurry.abort()
    else {
      showNode(watch, id, row)
      announce(watch)
    }
  }
  // The nodes are read after the header, so they are complete when the header says `over`. The
  // final header is sent last.
  const readOnce = async (key: RunKey, watch: Watch): Promise<void> => {
    const look = await reader.look(key)
    if (look === undefined) {
      watch.over = true
      return
    }
    if (!look.over) show(watch, 'run', { event: 'run', data: look.header })
    const ids = [...look.stamps].flatMap(([id, stamp]) =>
      watch.stamps.get(id) === stamp ? [] : [id],
    )
    const nodes = ids.length === 0 ? [] : await reader.nodes(key, ids)
    for (const { id, data } of nodes) {
      watch.rows.set(id, data)
      showNode(watch, id, data)
    }
    for (const id of ids) watch.stamps.set(id, look.stamps.get(id) ?? '')
    if (look.over) show(watch, 'run', { event: 'run', data: look.header })
    watch.over = look.over
  }
  const pause = async (watch: Watch): Promise<void> => {
    await sleep(everyMs, undefined, { signal: watch.hurry.signal }).catch(() => undefined)
    watch.hurry = new AbortController()
  }
  const keepReading = async (id: string, key: RunKey, watch: Watch): Promise<void> => {
    const unfollow = reader.texts(key, (nodeId, text) => takeText(watch, nodeId, text))
    const unlisten = reader.end(key, () => watch.hurry.abort())
    try {
      while (watch.watchers > 0 && !watch.over) {
        const before = watch.version
        await readOnce(key, watch)
        if (watch.version !== before || watch.over) announce(watch)
        if (!watch.over) await pause(watch)
      }
    } catch {
      // The stream ends and its client reconnects.
      watch.over = true
      announce(watch)
    } finally {
      unfollow()
      unlisten()
      if (watches.get(id) === watch) watches.delete(id)
    }
  }
  const open = (id: string, key: RunKey): Watch => {
    const watch: Watch = {
      shown: new Map(),
      stamps: new Map(),
      version: 0,
      over: false,
      watchers: 1,
      rows: new Map(),
      texts: new Map(),
      hurry: new AbortController(),
      changed: Promise.withResolvers(),
    }
    watches.set(id, watch)
    void keepReading(id, key, watch)
    return watch
  }

  return {
    /**
     * Yields the whole state, then changes until the run ends. Yields undefined after `quietMs`
     * without a change.
     */
    async *changes(
      key: RunKey,
      quietMs: number,
      signal: AbortSignal,
    ): AsyncGenerator<RunChange | undefined, void> {
      const id = [key.orgId, key.workflowId, key.runId].join(' ')
      const existingWatch = watches.get(id)
      if (existingWatch !== undefined) existingWatch.watchers += 1
      const watch = existingWatch ?? open(id, key)
      let seen = 0
      try {
        while (!signal.aborted) {
          const { changed, over } = watch
          const fresh = [...watch.shown.values()].filter(({ version }) => version > seen)
          for (const { event, data, version } of fresh) {
            seen = version
            yield { event, data }
          }
          if (fresh.length > 0) continue
          if (over) return
          if (!(await happens(changed.promise, quietMs, signal))) yield undefined
        }
      } finally {
        watch.watchers -= 1
      }
    },
    size: () => watches.size,
  }
}

/** True if the event happens in time or the signal aborts. */
async function happens(
  event: Promise<void>,
  withinMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController()
  const quiet = sleep(withinMs, false, { signal: AbortSignal.any([timer.signal, signal]) }).catch(
    () => true,
  )
  return Promise.race([event.then(() => true), quiet]).finally(() => timer.abort())
}
