/** A change of the browser's session by a page: another person or organisation, or nobody any more. */
export type SessionChange = 'entered' | 'left'

// All tabs of a browser share the session and so its active organisation.
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('atrium.session')

/** Changes of the session that concern the other tabs of this browser. */
export const sessionTabs = {
  announce: (change: SessionChange): void => channel?.postMessage(change),
  /** Calls back with the changes by other tabs until the answered function is called. */
  subscribe(listener: (change: SessionChange) => void): () => void {
    const listen = ({ data }: MessageEvent) => listener(data as SessionChange)
    channel?.addEventListener('message', listen)
    return () => channel?.removeEventListener('message', listen)
  },
}
