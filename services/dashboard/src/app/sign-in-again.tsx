import { getMe } from '@atrium/contracts'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { SignInForm } from '../identity/sign-in-form.tsx'
import { atrium, sessionGate } from '../platform/connection/api.ts'
import { sessionHint, sessionTabs } from '../platform/session/browser-session.ts'
import { meQuery } from '../platform/session/me.ts'

/** Asks the user to sign in again over the page. Waiting requests continue after the sign-in. */
export function SignInAgain() {
  const queryClient = useQueryClient()
  const waiting = useSyncExternalStore(sessionGate.subscribe, sessionGate.isWaiting)
  const former = queryClient.getQueryData(meQuery.queryKey)
  const email = former?.user.email ?? ''
  const leave = (to: string) => {
    sessionGate.disarm()
    sessionHint.set(false)
    queryClient.clear()
    window.location.assign(to)
  }
  // Waiting requests belong to the previous user and organisation.
  const resumeSession = async () => {
    const me = await atrium.call(getMe, {})
    if (me.user.id !== former?.user.id) return leave('/')
    const org = former.org?.id
    if (org !== undefined && me.org?.id !== org) await atrium.auth.setActiveOrg(org)
    sessionGate.settle(true)
    sessionTabs.announce('entered')
  }
  return (
    <Modal
      opened={waiting}
      onClose={() => undefined}
      title="Your session has ended"
      size="sm"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={1_000}
    >
      <p style={{ margin: '0 0 16px' }}>Sign in again to continue. Nothing you typed is lost.</p>
      {waiting && (
        <SignInForm
          email={email}
          returnTo={window.location.pathname + window.location.search}
          onSignedIn={() => void resumeSession().catch(() => leave('/'))}
        />
      )}
      <Button variant="subtle" color="gray" fullWidth mt="md" onClick={() => leave('/sign-in')}>
        Leave without signing in
      </Button>
    </Modal>
  )
}
