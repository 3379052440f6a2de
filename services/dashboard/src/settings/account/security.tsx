import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../platform/session/better-auth.ts'
import { useMe } from '../../platform/session/me.ts'
import { Row, Section } from '../section.tsx'
import { DeleteAccountDialog, EmailDialog, PasswordDialog } from './account-dialogs.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { hasPasswordQuery } from './security-queries.ts'
import { Sessions } from './sessions.tsx'

export function Security() {
  const { user } = useMe()
  const { data: session } = useQuery(sessionQuery)
  const { data: hasPassword = true } = useQuery(hasPasswordQuery)
  const [dialog, setDialog] = useState<'email' | 'password' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Section title="Sign-in">
        <Row
          label="Email address"
          hint={
            <>
              {user.email}
              {session?.user.emailVerified === true && ' · confirmed'}
              {session?.user.emailVerified === false && ' · not confirmed'}
            </>
          }
        >
          <Button
            variant="default"
            aria-label="Change the address"
            onClick={() => setDialog('email')}
          >
            Change
          </Button>
        </Row>
        <Row
          label="Password"
          hint={
            hasPassword
              ? 'A new password signs you out everywhere else.'
              : 'This account signs in with your identity provider.'
          }
        >
          {hasPassword && (
            <Button
              variant="default"
              aria-label="Change the password"
              onClick={() => setDialog('password')}
            >
              Change
            </Button>
          )}
        </Row>
      </Section>
      <SecondFactor hasPassword={hasPassword} />
      <Passkeys />
      <Sessions />
      <Section title="Delete the account" danger>
        <Row
          label={<>Delete {user.email}</>}
          hint="You leave all organisations. What you created there stays."
        >
          <Button
            variant="default"
            c="var(--bad)"
            aria-label="Delete the account"
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        </Row>
      </Section>
      {dialog === 'email' && <EmailDialog onClose={close} />}
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {dialog === 'delete' && <DeleteAccountDialog hasPassword={hasPassword} onClose={close} />}
    </>
  )
}
