type Listener = () => void

/**
 * Holds requests whose session has ended until the person has signed in again. It is armed while somebody is signed
 * in; before that a 401 is an answer like any other.
 */
export function createSessionGate() {
  const listeners = new Set<Listener>()
  let armed = false
  let waiting: PromiseWithResolvers<boolean> | undefined
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const settle = (signedIn: boolean) => {
    waiting?.resolve(signedIn)
    waiting = undefined
    tell()
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
    /** Whether requests wait for a sign-in. */
    isWaiting: () => waiting !== undefined,
    /** Resolves once the person has signed in (true) or has given up (false). */
    wait: (): Promise<boolean> => {
      waiting ??= Promise.withResolvers<boolean>()
      tell()
      return waiting.promise
    },
    settle,
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Holds requests until the person has signed in again. */
export type SessionGate = ReturnType<typeof createSessionGate>
