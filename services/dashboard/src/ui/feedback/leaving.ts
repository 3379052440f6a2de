import { useSyncExternalStore } from 'react'
import { createStore } from '../../platform/store.ts'

const ids = createStore<ReadonlySet<string>>(new Set())

/** The records hidden while their deletion can be undone. */
export const leaving = {
  get: ids.get,
  add: (id: string): void => ids.set(new Set([...ids.get(), id])),
  delete: (id: string): void => ids.set(new Set([...ids.get()].filter((each) => each !== id))),
}

export const useLeaving = (): ReadonlySet<string> => useSyncExternalStore(ids.subscribe, ids.get)
