import { createContext } from 'react'

/** The chosen cards of the board. */
export interface Selection {
  get(): ReadonlySet<string>
  subscribe(listener: () => void): () => void
  /** Chooses a card or takes it back; a range begins here. */
  toggle(id: string): void
  /** Chooses everything from the last chosen card to this one, in the order of the board. */
  extendTo(id: string): void
  add(ids: readonly string[]): void
  remove(ids: readonly string[]): void
  clear(): void
}

/** A selection over cards in the order that `order` answers. */
export function createSelection(order: () => readonly string[]): Selection {
  const listeners = new Set<() => void>()
  let chosen: ReadonlySet<string> = new Set()
  let anchor: string | undefined
  const set = (ids: Iterable<string>) => {
    chosen = new Set(ids)
    for (const listener of listeners) listener()
  }
  const toggle = (id: string) => {
    anchor = id
    set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])
  }
  return {
    get: () => chosen,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    toggle,
    extendTo(id) {
      const ids = order()
      const [from, to] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(id)]
      if (from === -1 || to === -1) return toggle(id)
      set([...chosen, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)])
    },
    add: (ids) => set([...chosen, ...ids]),
    remove(ids) {
      const gone = new Set(ids)
      set([...chosen].filter((id) => !gone.has(id)))
    },
    clear() {
      anchor = undefined
      if (chosen.size > 0) set([])
    },
  }
}

/** The selection of the board that surrounds a card. */
export const SelectionContext = createContext<Selection>(createSelection(() => []))
