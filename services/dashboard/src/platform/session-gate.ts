import { createStore } from './store.ts'

/** Holds requests of an ended session until a sign-in; not armed, a 401 is an answer like any other. */
export function createSessionGate() {
  const waiting = createStore<PromiseWithResolvers<boolean> | undefined>(undefined)
  let armed = false
  const settle = (signedIn: boolean) => {
    waiting.get()?.resolve(signedIn)
    waiting.set(undefined)
  }
  return {
    arm: () => {
      armed = true
    },
    disarm: () => {
      armed = false
      settle(false)
    },
    isArmed: () => armed,
    isWaiting: () => waiting.get() !== undefined,
    /** Resolves once the person has signed in (true) or has given up (false). */
    wait(): Promise<boolean> {
      const wait = waiting.get() ?? Promise.withResolvers<boolean>()
      waiting.set(wait)
      return wait.promise
    },
    settle,
    subscribe: waiting.subscribe,
  }
}

export type SessionGate = ReturnType<typeof createSessionGate>
