import { createContext } from 'react'
import { createStore } from '../../platform/store.ts'

export interface Selection {
  get(): ReadonlySet<string>
  subscribe(listener: () => void): () => void
  /** Selects or deselects a card. The next range starts at this card. */
  toggle(id: string): void
  /** Selects everything from the last selected card to this one, in board order. */
  extendTo(id: string): void
  add(ids: readonly string[]): void
  clear(): void
}

export function createSelection(order: () => readonly string[]): Selection {
  const { get, set, subscribe } = createStore<ReadonlySet<string>>(new Set())
  let anchor: string | undefined
  const toggle = (id: string) => {
    anchor = id
    set(get().has(id) ? new Set([...get()].filter((one) => one !== id)) : new Set([...get(), id]))
  }
  return {
    get,
    subscribe,
    toggle,
    extendTo(id) {
      const ids = order()
      const [from, to] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(id)]
      if (from === -1 || to === -1) return toggle(id)
      set(new Set([...get(), ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]))
    },
    add: (ids) => set(new Set([...get(), ...ids])),
    clear() {
      anchor = undefined
      if (get().size > 0) set(new Set())
    },
  }
}

export const SelectionContext = createContext<Selection>(createSelection(() => []))
