import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { betterAuth } from '../../platform/better-auth.ts'
import { sessionQuery } from '../../platform/session.ts'
import classes from './shell.module.css'

/** A line above the page while the person's address is not verified. */
export function AddressHint() {
  const { data: session } = useQuery(sessionQuery)
  const resend = useMutation({ mutationFn: betterAuth.resendVerification })
  if (session?.user.emailVerified !== false) return null
  const { email } = session.user
  return (
    <section className={classes.hint} aria-label="Address">
      <span>
        Confirm your address with the link in the mail to <strong>{email}</strong>.
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() => resend.mutate(email)}
      >
        {resend.isSuccess ? 'Sent' : resend.isError ? 'Not sent, try again' : 'Send it again'}
      </Button>
    </section>
  )
}
