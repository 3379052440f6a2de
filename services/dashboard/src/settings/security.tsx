import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../platform/me.ts'
import { sessionQuery } from '../platform/session.ts'
import frame from '../ui/frame.module.css'
import shapes from '../ui/shapes.module.css'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Section } from './section.tsx'
import { hasPasswordQuery } from './security-queries.ts'
import { Sessions } from './sessions.tsx'

const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }))
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }))
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

/** How the person signs in, where they are signed in, and the end of the account. */
export function Security() {
  const { user } = useMe()
  const { data: session } = useQuery(sessionQuery)
  const { data: hasPassword = true } = useQuery(hasPasswordQuery)
  const [dialog, setDialog] = useState<'email' | 'password' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Section title="Sign-in">
        <div className={frame.row}>
          <span className={shapes.words}>
            <span className={shapes.strong}>Address</span>
            <span className={shapes.quiet}>
              {user.email}
              {session?.user.emailVerified === true && ' · confirmed'}
              {session?.user.emailVerified === false && ' · not confirmed'}
            </span>
          </span>
          <Button variant="default" aria-label="Change the address" onClick={() => setDialog('email')}>
            Change
          </Button>
        </div>
        <div className={frame.row}>
          <span className={shapes.words}>
            <span className={shapes.strong}>Password</span>
            <span className={shapes.quiet}>
              {hasPassword
                ? 'A new one ends your other sessions.'
                : 'This account signs in with your identity provider.'}
            </span>
          </span>
          {hasPassword && (
            <Button variant="default" aria-label="Change the password" onClick={() => setDialog('password')}>
              Change
            </Button>
          )}
        </div>
      </Section>
      <SecondFactor hasPassword={hasPassword} />
      <Passkeys />
      <Sessions />
      <Section title="Delete the account" danger>
        <div className={frame.row}>
          <span className={shapes.words}>
            <span className={shapes.strong}>Delete {user.email}</span>
            <span className={shapes.quiet}>
              You leave all organisations; what you made for them stays with them.
            </span>
          </span>
          <Button
            variant="default"
            c="var(--bad)"
            aria-label="Delete the account"
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        </div>
      </Section>
      <Suspense>
        {dialog === 'email' && <EmailDialog onClose={close} />}
        {dialog === 'password' && <PasswordDialog onClose={close} />}
        {dialog === 'delete' && <DeleteAccountDialog hasPassword={hasPassword} onClose={close} />}
      </Suspense>
    </>
  )
}
