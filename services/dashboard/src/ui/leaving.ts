import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let ids: ReadonlySet<string> = new Set()

function change(edit: (ids: Set<string>) => void): void {
  const next = new Set(ids)
  edit(next)
  ids = next
  for (const listener of listeners) listener()
}

/** The records that are out of sight while their deletion can be undone. */
export const leaving = {
  get: (): ReadonlySet<string> => ids,
  add: (id: string): void => change((next) => next.add(id)),
  delete: (id: string): void => change((next) => next.delete(id)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The records that no list shows. */
export const useLeaving = (): ReadonlySet<string> => useSyncExternalStore(leaving.subscribe, leaving.get)
