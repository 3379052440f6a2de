import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { betterAuth } from '../../platform/better-auth.ts'
import { useMe } from '../../platform/me.ts'
import { sessionQuery } from '../../platform/session.ts'
import { unverified } from '../../platform/unverified.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { AddressHintRoom } from './address-hint-room.tsx'
import classes from './shell.module.css'

export function AddressHint() {
  const { user } = useMe()
  const { data: session } = useQuery(sessionQuery)
  const resend = useMutation({ mutationFn: betterAuth.resendVerification })
  const isVerified = session?.user.emailVerified
  useEffect(() => {
    if (isVerified !== undefined) unverified.set(user.id, !isVerified)
  }, [isVerified, user.id])
  if (session == null && unverified.is(user.id)) return <AddressHintRoom />
  if (session?.user.emailVerified !== false) return null
  const { email } = session.user
  return (
    <section className={`line ${classes.hint}`} aria-label="Address">
      <span className={classes.hintWords}>
        Confirm your address <span className="wide-only">with the link in the mail to</span>{' '}
        <strong>{email}</strong>
      </span>
      <BusyButton
        variant="subtle"
        size="compact-sm"
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() => resend.mutate(email)}
      >
        {resend.isSuccess ? 'Sent' : resend.isError ? 'Not sent, try again' : 'Send it again'}
      </BusyButton>
    </section>
  )
}
