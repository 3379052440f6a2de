import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { betterAuth } from '../platform/session/better-auth.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

export function ForgotPasswordPage() {
  const form = useForm({ initialValues: { email: '' } })
  const request = useMutation({ mutationFn: betterAuth.requestPasswordReset })
  const back = (
    <Link to="/sign-in" className={`link ${classes.link}`}>
      Back to sign in
    </Link>
  )
  if (request.isSuccess) {
    return (
      <EntranceCard title="Check your mail" foot={back}>
        If there is an account for <strong>{form.getValues().email}</strong>, a link to choose a new
        password is on its way. It works for one hour.
      </EntranceCard>
    )
  }
  return (
    <EntranceCard
      title="Forgot your password?"
      lead="A link to choose a new one comes by mail."
      foot={back}
    >
      <form className="fields" onSubmit={form.onSubmit(({ email }) => request.mutate(email))}>
        <FormAlert error={request.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <BusyButton type="submit" loading={request.isPending} fullWidth>
          Send the link
        </BusyButton>
      </form>
    </EntranceCard>
  )
}
