import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { confirmFactorMutation, enableFactorMutation } from './security-queries.ts'
import classes from './settings.module.css'
import styles from './two-factor.module.css'

/** Turns the second factor on: password, authenticator, first code, recovery codes. */
export function EnableFactor({ onClose }: { onClose: () => void }) {
  const enable = useMutation(enableFactorMutation())
  const confirm = useMutation(confirmFactorMutation(useQueryClient()))
  if (enable.data === undefined) {
    return (
      <Modal opened onClose={onClose} title="Turn the second factor on" size="sm">
        <PasswordForm
          action="Go on"
          error={enable.error}
          pending={enable.isPending}
          onPassword={(password) => enable.mutate(password)}
        >
          You need an authenticator app on your phone. First confirm that it is you.
        </PasswordForm>
      </Modal>
    )
  }
  const { totpURI, backupCodes } = enable.data
  if (confirm.isSuccess) {
    const done = () => {
      toast('The second factor is on')
      onClose()
    }
    return (
      <Modal
        opened
        onClose={done}
        title="Your recovery codes"
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <RecoveryCodes codes={backupCodes} onDone={done} />
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title="Connect your authenticator" closeOnClickOutside={false}>
      <Connect
        address={totpURI}
        error={confirm.error}
        pending={confirm.isPending}
        onCode={(code) => confirm.mutate(code)}
      />
    </Modal>
  )
}

function Connect({
  address,
  error,
  pending,
  onCode,
}: {
  address: string
  error: unknown
  pending: boolean
  onCode: (code: string) => void
}) {
  const [code, setCode] = useState('')
  const digits = code.replace(/\s/g, '')
  const secret = new URL(address).searchParams.get('secret') ?? ''
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (digits.length === 6) onCode(digits)
      }}
    >
      <FormAlert error={error} />
      <div className={styles.scan}>
        <span className={styles.code}>
          <QRCodeSVG value={address} size={168} role="img" title="QR code for the authenticator" />
        </span>
        <div className="fields">
          <span>Scan the code with the app, or type this key into it:</span>
          <code className={classes.mono} data-secret>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </div>
      <TextInput
        label="Code"
        description="The six digits that the app shows."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={pending} disabled={digits.length !== 6}>
          Turn on
        </Button>
      </Group>
    </form>
  )
}
