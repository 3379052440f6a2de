import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../platform/session/better-auth.ts'
import { Row, Section, Tag } from '../section.tsx'
import { DisableFactor, EnableFactor, NewCodes } from './factor-dialogs.tsx'

export function SecondFactor({ hasPassword }: { hasPassword: boolean }) {
  const { data: session } = useQuery(sessionQuery)
  const [dialog, setDialog] = useState<'enable' | 'disable' | 'codes'>()
  const close = () => setDialog(undefined)
  const enabled = session?.user.twoFactorEnabled === true
  return (
    <Section title="Second factor">
      <Row
        label="Authenticator"
        hint={
          hasPassword
            ? 'A sign-in with the password also asks for a code of an app on your phone.'
            : 'Set a password first: your identity provider has its own second factor.'
        }
      >
        {enabled && <Tag tone="good">On</Tag>}
        {session != null && (
          <Button
            variant={enabled ? 'default' : 'filled'}
            disabled={!hasPassword}
            aria-label={enabled ? 'Turn off the second factor' : 'Turn on the second factor'}
            onClick={() => setDialog(enabled ? 'disable' : 'enable')}
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
        )}
      </Row>
      {enabled && (
        <Row label="Recovery codes" hint="Each works once, if you lose your phone.">
          <Button
            variant="default"
            aria-label="New codes for recovery"
            onClick={() => setDialog('codes')}
          >
            New codes
          </Button>
        </Row>
      )}
      {dialog === 'enable' && <EnableFactor onClose={close} />}
      {dialog === 'disable' && <DisableFactor onClose={close} />}
      {dialog === 'codes' && <NewCodes onClose={close} />}
    </Section>
  )
}
