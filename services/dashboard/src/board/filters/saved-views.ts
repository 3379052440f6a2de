import { z } from 'zod'
import { BoardSearch, type BoardView, toView } from '../board-search.ts'

export interface SavedView {
  readonly id: string
  readonly name: string
  readonly view: BoardView
}

const prefix = 'atrium.views.'
/** The most characters in a name, and the most views of a user in one organisation. */
export const viewLimits = { name: 60, count: 50 } as const

const Stored = z.array(
  z.object({
    id: z.string(),
    name: z.string().max(viewLimits.name),
    view: BoardSearch.transform(toView),
  }),
)

/**
 * Stores a user's views of an organisation in this browser, because the platform has no storage for
 * them.
 */
export function createSavedViews(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  owner: string,
) {
  const key = prefix + owner
  const listeners = new Set<() => void>()
  let lastRead: { text: string; views: readonly SavedView[] } = { text: '', views: [] }
  const list = (): readonly SavedView[] => {
    let text = ''
    try {
      text = storage().getItem(key) ?? ''
    } catch {
      return lastRead.views
    }
    if (text !== lastRead.text) lastRead = { text, views: parse(text) }
    return lastRead.views
  }
  const write = (views: readonly SavedView[]) => {
    const text = JSON.stringify(views)
    lastRead = { text, views }
    try {
      storage().setItem(key, text)
    } catch {
      // The storage failed, so the views last only as long as the page.
    }
    for (const listener of listeners) listener()
  }
  return {
    list,
    /** Replaces a view with the same name. */
    save: (name: string, view: BoardView): void => {
      const same = list().find((one) => one.name.toLowerCase() === name.toLowerCase())
      const saved = { id: same?.id ?? crypto.randomUUID(), name, view }
      write(
        same === undefined
          ? [...list(), saved].slice(-viewLimits.count)
          : list().map((one) => (one === same ? saved : one)),
      )
    },
    rename: (id: string, name: string): void =>
      write(list().map((one) => (one.id === id ? { ...one, name } : one))),
    /** Deletes a view. Returns a function that restores it at its position. */
    remove: (id: string): (() => void) => {
      const at = list().findIndex((one) => one.id === id)
      const gone = list()[at]
      write(list().filter((one) => one.id !== id))
      return () => {
        if (gone !== undefined) write(list().toSpliced(at, 0, gone))
      }
    },
    subscribe(listener: () => void): () => void {
      const ofOtherPage = (event: StorageEvent) => event.key === key && listener()
      listeners.add(listener)
      globalThis.addEventListener?.('storage', ofOtherPage as EventListener)
      return () => {
        listeners.delete(listener)
        globalThis.removeEventListener?.('storage', ofOtherPage as EventListener)
      }
    },
  }
}

function parse(text: string): readonly SavedView[] {
  try {
    return Stored.parse(JSON.parse(text))
  } catch {
    return []
  }
}

const stores = new Map<string, ReturnType<typeof createSavedViews>>()

export function openSavedViews(
  userId: string,
  orgId: string | undefined,
): ReturnType<typeof createSavedViews> {
  const owner = `${userId}.${orgId}`
  const store = stores.get(owner) ?? createSavedViews(() => window.localStorage, owner)
  stores.set(owner, store)
  return store
}

export const isSameView = (one: BoardView, other: BoardView): boolean =>
  JSON.stringify(toView(one)) === JSON.stringify(toView(other))
