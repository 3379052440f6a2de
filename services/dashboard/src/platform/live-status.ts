import { createStore } from './store.ts'

/** The state of the page's event stream: `connecting` before the first connection. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

export const liveStatus = createStore<LiveStatus>('connecting')
