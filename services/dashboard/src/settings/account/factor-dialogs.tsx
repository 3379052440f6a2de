import { Box, Button, Flex, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { textField } from '../../ui/text/text-field.ts'
import { OnceDialog } from '../shown-once.tsx'
import {
  confirmFactorMutation,
  disableFactorMutation,
  enableFactorMutation,
  newCodesMutation,
} from './security-queries.ts'
import styles from './two-factor.module.css'

/** Asks for the account's password before a security setting changes. */
export function PasswordStep<Answer>({
  step,
  onDone,
  children,
  ...dialog
}: {
  title: string
  action: string
  danger?: boolean
  step: UseMutationResult<Answer, Error, string>
  onDone?: (() => void) | undefined
  children: ReactNode
  onClose: () => void
}) {
  const [password, setPassword] = useState('')
  return (
    <DialogForm
      {...dialog}
      size="sm"
      cancel={null}
      disabled={password === ''}
      error={step.error}
      pending={step.isPending}
      onSubmit={() => password !== '' && step.mutate(password, { onSuccess: () => onDone?.() })}
    >
      <span>{children}</span>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...textField(password, setPassword)}
      />
    </DialogForm>
  )
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { user } = useMe()
  const save = () => {
    const text = `Recovery codes of Atrium for ${user.email}\nEach signs in once.\n\n${codes.join('\n')}\n`
    saveFile(text, 'atrium-recovery-codes.txt', 'text/plain')
  }
  return (
    <OnceDialog
      title="Your recovery codes"
      note="Keep them away from your phone. We show them only once. Each code works once if you lose your phone."
      keep="I have kept them"
      onDone={onDone}
      actions={
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyText(codes.join('\n'), 'The codes are copied')}
          >
            Copy
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={save}
          >
            Save as a file
          </Button>
        </Group>
      }
    >
      <ol className={`sunken flush ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </OnceDialog>
  )
}

/**
 * Turns on the second factor in four steps: password, authenticator, first code, recovery codes.
 */
export function EnableFactor({ onClose }: { onClose: () => void }) {
  const enable = useMutation(enableFactorMutation)
  const confirm = useMutation(confirmFactorMutation(useQueryClient()))
  if (enable.data === undefined) {
    return (
      <PasswordStep
        title="Turn the second factor on"
        action="Continue"
        step={enable}
        onClose={onClose}
      >
        You need an authenticator app on your phone. First confirm that it is you.
      </PasswordStep>
    )
  }
  const { totpURI, backupCodes } = enable.data
  const done = () => {
    toast('The second factor is on')
    onClose()
  }
  if (confirm.isSuccess) return <RecoveryCodes codes={backupCodes} onDone={done} />
  return (
    <Connect
      address={totpURI}
      error={confirm.error}
      pending={confirm.isPending}
      onCode={(code) => confirm.mutate(code)}
      onClose={onClose}
    />
  )
}

interface ConnectProps
  extends Pick<ComponentProps<typeof DialogForm>, 'error' | 'pending' | 'onClose'> {
  readonly address: string
  readonly onCode: (code: string) => void
}

function Connect({ address, onCode, ...dialog }: ConnectProps) {
  const [code, setCode] = useState('')
  const digits = code.replace(/\s/g, '')
  const secret = new URL(address).searchParams.get('secret') ?? ''
  return (
    <DialogForm
      title="Connect your authenticator"
      action="Turn on"
      cancel={null}
      closeOnClickOutside={false}
      disabled={digits.length !== 6}
      onSubmit={() => digits.length === 6 && onCode(digits)}
      {...dialog}
    >
      <Flex
        gap={24}
        direction={{ base: 'column', xs: 'row' }}
        align={{ base: 'stretch', xs: 'center' }}
      >
        <span className={`firm ${styles.code}`}>
          <QRCodeSVG value={address} size={168} role="img" title="QR code for the authenticator" />
        </span>
        <div className="fields">
          <span>Scan the code with the app, or type this key into it:</span>
          <Box component="code" ff="monospace" fz={12} data-secret>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Box>
        </div>
      </Flex>
      <TextInput
        label="Code"
        description="The six digits that the app shows."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        {...textField(code, setCode)}
      />
    </DialogForm>
  )
}

export const DisableFactor = ({ onClose }: { onClose: () => void }) => (
  <PasswordStep
    title="Turn the second factor off?"
    action="Turn off"
    danger
    step={useMutation(disableFactorMutation(useQueryClient()))}
    onDone={() => {
      toast('The second factor is off')
      onClose()
    }}
    onClose={onClose}
  >
    You then sign in with your password only. Your recovery codes stop working.
  </PasswordStep>
)

export function NewCodes({ onClose }: { onClose: () => void }) {
  const make = useMutation(newCodesMutation)
  if (make.isSuccess) return <RecoveryCodes codes={make.data} onDone={onClose} />
  return (
    <PasswordStep title="New recovery codes" action="Make new codes" step={make} onClose={onClose}>
      The old codes stop working.
    </PasswordStep>
  )
}
