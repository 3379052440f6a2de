import { AssetDeleted } from '@atrium/contracts'
import { watchEvents } from '@atrium/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { atrium, sessionGate } from '../platform/api.ts'
import { forgetFile } from '../platform/assets.ts'
import { liveStatus } from '../platform/live-status.ts'
import { useMe } from '../platform/me.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import { seenEvents } from './seen-events.ts'
import { shownBy } from './shown-by.ts'

const everything = [[]]
const pollMs = 10_000

async function follow(queryClient: QueryClient, refresher: Refresher, signal: AbortSignal): Promise<void> {
  for await (const change of watchEvents(atrium, { signal })) {
    if (signal.aborted) return
    if (change.kind === 'event') {
      seenEvents.add(change.event)
      const { type, data } = change.event
      if (type === AssetDeleted.type) forgetFile(queryClient, AssetDeleted.schema.parse(data).key)
      refresher.refresh(shownBy(type))
    } else if (change.kind === 'resync') refresher.refresh(everything)
    else liveStatus.set(change.kind)
  }
}

/** Follows the events of the active organisation until the answered function is called. */
function openLiveEvents(queryClient: QueryClient): () => void {
  const abort = new AbortController()
  const refresher = createRefresher(queryClient)
  // Pages load what they show before the stream is open: the first connection closes that gap.
  let opened = false
  const unsubscribe = liveStatus.subscribe(() => {
    if (liveStatus.get() !== 'open' || opened) return
    opened = true
    refresher.refresh([['cards'], ['attention'], ['assets', 'newest'], ['channels']])
  })
  let following = false
  const start = async () => {
    if (following) return
    following = true
    await follow(queryClient, refresher, abort.signal).catch(() => undefined)
    following = false
    if (!abort.signal.aborted) liveStatus.set('lost')
  }
  void start()
  const poll = setInterval(() => {
    // While the session has ended, requests would only wait for the sign-in.
    if (liveStatus.get() === 'open' || sessionGate.isWaiting()) return
    refresher.refresh(everything)
    void start()
  }, pollMs)
  return () => {
    abort.abort()
    clearInterval(poll)
    unsubscribe()
    refresher.stop()
    seenEvents.clear()
    liveStatus.set('connecting')
  }
}

/** The page's one connection to the events; another organisation or person opens another one. */
export function LiveEvents() {
  const queryClient = useQueryClient()
  const { org, user } = useMe()
  useEffect(() => openLiveEvents(queryClient), [queryClient, org?.id, user.id])
  return null
}
