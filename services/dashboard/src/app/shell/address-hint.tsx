import { useMutation, useQuery } from '@tanstack/react-query'
import { betterAuth, sessionQuery } from '../../platform/session/better-auth.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './shell.module.css'

export function AddressHint() {
  const { data: session } = useQuery(sessionQuery)
  const resend = useMutation({ mutationFn: betterAuth.resendVerification })
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
