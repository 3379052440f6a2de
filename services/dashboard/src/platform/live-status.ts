/** The state of the page's event stream: `connecting` before the first connection. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

let status: LiveStatus = 'connecting'
const listeners = new Set<() => void>()

/** The state of the connection to the event stream. */
export const liveStatus = {
  get: (): LiveStatus => status,
  set(changed: LiveStatus): void {
    status = changed
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
