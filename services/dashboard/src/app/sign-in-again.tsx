import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { sessionGate } from '../platform/api.ts'
import { meQuery } from '../platform/me.ts'

const SignInForm = lazy(async () => ({ default: (await import('../identity/sign-in-form.tsx')).SignInForm }))

/** The dialog over a page whose session has ended: what was begun goes on after the sign-in. */
export function SignInAgain() {
  const queryClient = useQueryClient()
  const waiting = useSyncExternalStore(sessionGate.subscribe, sessionGate.isWaiting)
  const email = queryClient.getQueryData(meQuery.queryKey)?.user.email ?? ''
  const giveUp = () => {
    sessionGate.disarm()
    queryClient.clear()
    window.location.assign('/sign-in')
  }
  return (
    <Modal
      opened={waiting}
      onClose={giveUp}
      title="Your session has ended"
      size="sm"
      closeOnClickOutside={false}
      zIndex={1_000}
    >
      <p style={{ margin: '0 0 16px' }}>Sign in again to go on. Nothing that you have typed is lost.</p>
      <Suspense>
        {waiting && (
          <SignInForm
            email={email}
            returnTo={window.location.pathname + window.location.search}
            onSignedIn={() => sessionGate.settle(true)}
          />
        )}
      </Suspense>
    </Modal>
  )
}
