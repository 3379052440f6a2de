import { AssetDeleted } from '@atrium/contracts'
import { type LiveChange, watchEvents } from '@atrium/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { atrium, sessionGate } from '../platform/connection/api.ts'
import { liveStatus } from '../platform/connection/connection.ts'
import { forgetFile } from '../platform/files/assets.ts'
import { useMe } from '../platform/session/me.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import { shareStream } from './share-stream.ts'
import { changedByEvents, shownBy } from './shown-by.ts'

const everything = [[]]
const pollMs = 10_000

const show =
  (queryClient: QueryClient, refresher: Refresher) =>
  (change: LiveChange): void => {
    if (change.kind === 'event') {
      const { type, data } = change.event
      if (type === AssetDeleted.type) forgetFile(queryClient, AssetDeleted.schema.parse(data).key)
      refresher.refresh(shownBy(type))
    } else if (change.kind === 'resync') refresher.refresh(everything)
    else liveStatus.set(change.kind)
  }

function onTurnedTo(listener: () => void): () => void {
  const turned = () => document.visibilityState === 'visible' && listener()
  document.addEventListener('visibilitychange', turned)
  return () => document.removeEventListener('visibilitychange', turned)
}

/** Follows the active organisation's events until the caller calls the returned function. */
function openLiveEvents(queryClient: QueryClient, name: string): () => void {
  const abort = new AbortController()
  const refresher = createRefresher(queryClient)
  // Pages load their data before the stream is open. The first connection closes that gap.
  let opened = false
  const unsubscribe = liveStatus.subscribe(() => {
    if (liveStatus.get() !== 'open' || opened) return
    opened = true
    refresher.refresh(changedByEvents)
  })
  let following = false
  const start = async () => {
    if (following) return
    following = true
    await shareStream({
      name,
      onTurnedTo,
      signal: abort.signal,
      locks: navigator.locks as LockManager | undefined,
      watch: ({ signal, lastEventId }) =>
        watchEvents(atrium, { signal, ...(lastEventId === undefined ? {} : { lastEventId }) }),
      onChange: show(queryClient, refresher),
    }).catch(() => undefined)
    following = false
    if (!abort.signal.aborted) liveStatus.set('lost')
  }
  void start()
  const poll = setInterval(() => {
    // If the session has ended, requests would only wait for the sign-in.
    if (liveStatus.get() === 'open' || sessionGate.isWaiting()) return
    refresher.refresh(everything)
    void start()
  }, pollMs)
  return () => {
    abort.abort()
    clearInterval(poll)
    unsubscribe()
    refresher.stop()
    liveStatus.set('connecting')
  }
}

/**
 * Connects the page to the shared event stream. A change of organisation or user opens another
 * stream.
 */
export function LiveEvents() {
  const queryClient = useQueryClient()
  const { org, user } = useMe()
  const name = `atrium.live.${user.id}.${org?.id}`
  useEffect(() => openLiveEvents(queryClient, name), [queryClient, name])
  return null
}
