import { createStore } from './store.ts'

/** The state of the page's event stream. It is `connecting` until the first connection. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

export const liveStatus = createStore<LiveStatus>('connecting')
