import { Box, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { betterAuth } from '../platform/session/better-auth.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import classes from './entrance.module.css'
import { providersQuery } from './identity-queries.ts'
import { SecondStep } from './second-step.tsx'

const cancelled = (error: unknown) => error instanceof Error && error.name === 'NotAllowedError'

interface SignInFormProps {
  readonly onSignedIn: () => void
  /** The identity provider's redirect address. */
  readonly returnTo: string
  readonly email?: string
}

/** Signs in by password, by passkey, or by the identity provider if the deployment has one. */
export function SignInForm({ onSignedIn, returnTo, email = '' }: SignInFormProps) {
  const form = useForm({ initialValues: { email, password: '' } })
  const { data: providers } = useQuery(providersQuery)
  const password = useMutation({
    mutationFn: betterAuth.signIn,
    onSuccess: ({ needsCode }) => {
      if (!needsCode) onSignedIn()
    },
  })
  const passkey = useMutation({ mutationFn: betterAuth.signInWithPasskey, onSuccess: onSignedIn })
  const provider = useMutation({
    mutationFn: () => betterAuth.providerUrl(new URL(returnTo, window.location.origin).href),
    onSuccess: (url) => window.location.assign(url),
  })
  const passkeyError = cancelled(passkey.error) ? null : passkey.error
  if (password.data?.needsCode === true) {
    return <SecondStep onSignedIn={onSignedIn} onBack={password.reset} />
  }
  return (
    <>
      <form className="fields" onSubmit={form.onSubmit((values) => password.mutate(values))}>
        <FormAlert error={password.error ?? passkeyError ?? provider.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          autoFocus={email === ''}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={email !== ''}
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" loading={password.isPending} fullWidth>
          Sign in
        </BusyButton>
      </form>
      <div className={`fine ${classes.other}`}>or</div>
      <div className="fields" style={{ gap: 8 }}>
        <BusyButton
          variant="default"
          fullWidth
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          Use a passkey
        </BusyButton>
        {providers?.signin === true && (
          <BusyButton
            variant="default"
            fullWidth
            loading={provider.isPending}
            onClick={() => provider.mutate()}
          >
            Continue with your identity provider
          </BusyButton>
        )}
      </div>
      <Box className="muted" component="p" m="20px 0 0" ta="center">
        <Link to="/forgot-password" className={`link ${classes.link}`}>
          Forgot your password?
        </Link>
      </Box>
    </>
  )
}
