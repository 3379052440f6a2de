import { createStore } from './store.ts'

/**
 * Holds requests whose session has ended until the person has signed in again. It is armed while somebody is signed
 * in; before that a 401 is an answer like any other.
 */
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
