import { createStore } from '../store.ts'

/**
 * Creates a gate for requests of an ended session. They wait until the user signs in. If the gate
 * is not armed, a 401 is passed on like any other response.
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
    /** Resolves to true once the user has signed in, or to false if the user gives up. */
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
