import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { betterAuth } from '../platform/session/better-auth.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import classes from './entrance.module.css'

const codeForm = /^\d{6}$/
const recoveryField = {
  label: 'Recovery code',
  description: 'Each code works once.',
  autoComplete: 'off',
  maxLength: 64,
}
const totpField = {
  label: 'Code',
  description: 'The six digits that your authenticator shows now.',
  inputMode: 'numeric' as const,
  autoComplete: 'one-time-code',
  maxLength: 10,
}

/** The second step of the sign-in: an authenticator code or a recovery code. */
export function SecondStep({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const [recovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { code: '', trustDevice: false },
    validate: {
      code: (code) =>
        recovery
          ? code.trim() === ''
            ? 'Enter a recovery code'
            : null
          : codeForm.test(code.replace(/\s/g, ''))
            ? null
            : 'The code has six digits',
    },
  })
  const verify = useMutation({ mutationFn: betterAuth.secondStep, onSuccess: onSignedIn })
  const change = () => {
    form.reset()
    verify.reset()
    setRecovery(!recovery)
  }
  return (
    <>
      <form
        className="fields"
        noValidate
        onSubmit={form.onSubmit(({ code, trustDevice }) =>
          verify.mutate({ recovery, trustDevice, code: code.replace(/\s/g, '') }),
        )}
      >
        <FormAlert error={verify.error} />
        <TextInput
          key={recovery ? 'recovery' : 'totp'}
          {...(recovery ? recoveryField : totpField)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Checkbox
          label="Do not ask on this device for 30 days"
          {...form.getInputProps('trustDevice', { type: 'checkbox' })}
        />
        <BusyButton type="submit" loading={verify.isPending} fullWidth>
          Sign in
        </BusyButton>
      </form>
      <div className={`fine ${classes.other}`}>or</div>
      <div className="fields" style={{ gap: 8 }}>
        <Button variant="default" fullWidth onClick={change}>
          {recovery ? 'Use the authenticator' : 'Use a recovery code'}
        </Button>
        <Button variant="subtle" fullWidth onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
