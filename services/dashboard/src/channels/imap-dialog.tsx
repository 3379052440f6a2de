import type { Channel } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Group, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { textField } from '../ui/text/text-field.ts'
import { connectImapMutation } from './channel-queries.ts'
import { type MailServers, proposeMailServers } from './mail-servers.ts'

const empty = {
  from: '',
  user: '',
  password: '',
  host: '',
  port: '993',
  smtpHost: '',
  smtpPort: '465',
  name: '',
}
type Field = keyof typeof empty

function readSettings({ name, config }: Channel): typeof empty {
  const read = (field: Field): string => config[field] ?? empty[field]
  return {
    from: read('from'),
    user: read('user'),
    password: '',
    host: read('host'),
    port: read('port'),
    smtpHost: read('smtpHost'),
    smtpPort: read('smtpPort'),
    name,
  }
}

const readProblems = (error: unknown): Partial<Record<string, string>> =>
  error instanceof AtriumError
    ? Object.fromEntries(
        error.errors.map(({ path, message }) => [path.replace('body.', ''), message]),
      )
    : {}

function describePassword(servers: MailServers | undefined): string {
  if (servers?.refusesPasswords === true) {
    return 'Microsoft accepts no password from other programs for this address, not even an app password. Use a mailbox at another provider.'
  }
  return servers?.wantsAppPassword === true
    ? 'This provider wants an app password. Create one in the security settings of your mail account.'
    : 'The password of the mailbox, or an app password.'
}

/**
 * A form for the servers and the password of a mailbox at any provider. If the mailbox is connected
 * already, its server and user name cannot be changed, because they identify the account.
 */
export function ImapDialog({
  channel,
  shared,
  onClose,
}: {
  channel: Channel | undefined
  shared: boolean
  onClose: () => void
}) {
  const [given, setGiven] = useState(() => (channel === undefined ? empty : readSettings(channel)))
  const isFixed = channel !== undefined
  const connect = useMutation(connectImapMutation(useQueryClient()))
  const problems = readProblems(connect.error)
  const set = (field: Field) => (value: string) =>
    setGiven((known) => ({ ...known, [field]: value }))
  const field = (name: Field) => textField(given[name], set(name), problems[name])
  const setAddress = (from: string) => {
    if (isFixed) return set('from')(from)
    const servers = proposeMailServers(from)
    const before = proposeMailServers(given.from)
    // Values that the user typed stay.
    const isOwn = given.host !== '' && given.host !== before?.host
    setGiven((known) => ({
      ...known,
      from,
      ...(known.user === known.from ? { user: from } : {}),
      ...(servers === undefined || isOwn
        ? {}
        : {
            host: servers.host,
            port: String(servers.port),
            smtpHost: servers.smtpHost,
            smtpPort: String(servers.smtpPort),
          }),
    }))
  }
  const send = () => {
    const { name, port, smtpPort, ...texts } = given
    void connect
      .mutateAsync({
        ...texts,
        shared,
        port: Number(port),
        smtpPort: Number(smtpPort),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      })
      .then(
        ({ channel }) => {
          toast(`${channel.name} is connected`)
          onClose()
        },
        // The error is shown in the form.
        () => undefined,
      )
  }
  const isWithField = Object.keys(problems).some((path) => path in empty)
  const needed = { required: true, withAsterisk: false } as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={isFixed ? `New password for ${channel.name}` : 'Connect a mailbox by IMAP'}
    >
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <FormAlert error={isWithField ? undefined : connect.error} />
        <TextInput
          label="Mail address"
          type="email"
          description="Workflows send mail from this address."
          maxLength={320}
          data-autofocus={isFixed ? undefined : true}
          {...needed}
          {...textField(given.from, setAddress, problems['from'])}
        />
        <PasswordInput
          label="Password"
          description={describePassword(proposeMailServers(given.from))}
          autoComplete="off"
          maxLength={1_024}
          data-autofocus={isFixed ? true : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          {...needed}
          {...field('password')}
        />
        <TextInput
          label="User name"
          maxLength={320}
          readOnly={isFixed}
          {...needed}
          {...field('user')}
        />
        <Group align="flex-start" gap={8} wrap="nowrap">
          <TextInput
            label="IMAP server"
            flex={1}
            maxLength={253}
            readOnly={isFixed}
            {...needed}
            {...field('host')}
          />
          <TextInput label="IMAP port" w={96} inputMode="numeric" {...needed} {...field('port')} />
        </Group>
        <Group align="flex-start" gap={8} wrap="nowrap">
          <TextInput
            label="SMTP server"
            flex={1}
            maxLength={253}
            {...needed}
            {...field('smtpHost')}
          />
          <TextInput
            label="SMTP port"
            w={96}
            inputMode="numeric"
            {...needed}
            {...field('smtpPort')}
          />
        </Group>
        <TextInput label="Name" maxLength={200} {...field('name')} />
        <p className="quiet">
          Atrium signs in at both servers before it saves anything. It stores the password encrypted
          and never shows it again.
        </p>
        <Group justify="flex-end">
          <BusyButton type="submit" loading={connect.isPending} disabled={given.password === ''}>
            Connect
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
