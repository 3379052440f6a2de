import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { sessionGate } from '../platform/connection/api.ts'
import {
  type SessionChange,
  sessionHint,
  sessionTabs,
} from '../platform/session/browser-session.ts'
import { readMe, useMe } from '../platform/session/me.ts'
import { showSession } from '../platform/session/show-session.ts'
import { toast } from '../ui/feedback/toast.tsx'

/**
 * Follows when another tab changes the session. Otherwise this tab would show one organisation and
 * write to another.
 */
export function OtherTabs() {
  const { user, org } = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const follow = useEffectEvent(async (change: SessionChange) => {
    if (change === 'left') {
      sessionGate.disarm()
      sessionHint.set(false)
      const { pathname, search } = window.location
      return window.location.assign(`/sign-in?${new URLSearchParams({ next: pathname + search })}`)
    }
    const wasWaiting = sessionGate.isWaiting()
    let now = await readMe()
    // The session may have ended during the read, so its response may be outdated.
    if (!wasWaiting && sessionGate.isWaiting()) now = await readMe()
    if (now === null) return
    if (now.user.id === user.id && now.org?.id === org?.id) return sessionGate.settle(true)
    // Waiting requests belong to the previous organisation.
    sessionGate.settle(false)
    await router.navigate({ to: '/' })
    await showSession(queryClient, { announce: false })
    if (now.org !== null) toast(`You act in ${now.org.name} now, as in your other tab`)
  })
  useEffect(() => {
    const take = (change: SessionChange) => void follow(change).catch(() => undefined)
    return sessionTabs.subscribe(take)
  }, [])
  return null
}
