import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let leaving: ReadonlySet<string> = new Set()

function change(edit: (ids: Set<string>) => void): void {
  const ids = new Set(leaving)
  edit(ids)
  leaving = ids
  for (const listener of listeners) listener()
}

/** The posts that are out of sight while their deletion can be undone. */
export const leavingPosts = {
  get: (): ReadonlySet<string> => leaving,
  add: (id: string): void => change((ids) => ids.add(id)),
  delete: (id: string): void => change((ids) => ids.delete(id)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** The posts that no list shows. */
export const useLeavingPosts = (): ReadonlySet<string> =>
  useSyncExternalStore(leavingPosts.subscribe, leavingPosts.get)
