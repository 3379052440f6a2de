import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { betterAuth } from '../platform/session/better-auth.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

const route = getRouteApi('/entrance/reset-password')

export function ResetPasswordPage() {
  const { token, error } = route.useSearch()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password.length < 8 ? 'At least 8 characters' : null) },
  })
  const reset = useMutation({
    mutationFn: (password: string) => betterAuth.resetPassword(token ?? '', password),
  })
  if (token === undefined || error !== undefined) {
    return (
      <EntranceCard title="This link no longer works">
        <Button component={Link} to="/forgot-password" fullWidth>
          Get a new link
        </Button>
      </EntranceCard>
    )
  }
  if (reset.isSuccess) {
    return (
      <EntranceCard title="Your password was changed" lead="You are signed out everywhere else.">
        <Button component={Link} to="/sign-in" fullWidth>
          Sign in
        </Button>
      </EntranceCard>
    )
  }
  return (
    <EntranceCard title="Choose a new password">
      <form className="fields" onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
        <FormAlert error={reset.error} />
        <PasswordInput
          label="New password"
          description="At least 8 characters"
          autoComplete="new-password"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" loading={reset.isPending} fullWidth>
          Save
        </BusyButton>
      </form>
    </EntranceCard>
  )
}
