import { Menu, TextInput } from '@mantine/core'
import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { textField } from '../../ui/text/text-field.ts'
import { When } from '../../ui/when.tsx'
import { Row, Section, WaitingRows } from '../section.tsx'
import { describeDevice } from './describe-device.ts'
import {
  addPasskeyMutation,
  type OwnPasskey,
  passkeysQuery,
  removePasskeyMutation,
  renamePasskey,
} from './security-queries.ts'

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'NotAllowedError'

export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const add = useMutation({
    ...addPasskeyMutation(useQueryClient()),
    onSuccess: () => toast('The passkey is added'),
    onError: (error) => isCancelled(error) || toastRefusal('The passkey is not added')(error),
  })
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the lock of this device instead of a password."
      action={
        <BusyButton
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={add.isPending}
          onClick={() => add.mutate(describeDevice(navigator.userAgent).label)}
        >
          Add a passkey
        </BusyButton>
      }
    >
      <WaitingRows query={query} />
      {query.data?.length === 0 && (
        <Row
          before={<IconFingerprint size={20} stroke={1.5} className="glyph" aria-hidden />}
          hint="No passkey yet."
        />
      )}
      {query.data?.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </Section>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt } }: { passkey: OwnPasskey }) {
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const close = () => setDialog(undefined)
  const label = name || 'Passkey'
  const [typed, setTyped] = useState(label)
  const rename = useMutation({
    mutationFn: (name: string) => renamePasskey(queryClient, id, name),
    onSuccess: close,
  })
  const remove = useMutation({ ...removePasskeyMutation(queryClient), onSuccess: close })
  return (
    <Row
      before={<IconFingerprint size={20} stroke={1.5} className="glyph" aria-hidden />}
      named
      label={label}
      hint={
        createdAt !== null && (
          <>
            added <When at={createdAt} />
          </>
        )
      }
    >
      <ActionsMenu label={`Actions for the passkey ${label}`} width={160}>
        <Menu.Item
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setDialog('rename')}
        >
          Rename
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setDialog('remove')}
        >
          Remove
        </Menu.Item>
      </ActionsMenu>
      {dialog === 'rename' && (
        <DialogForm
          title="Rename the passkey"
          size="sm"
          action="Save"
          cancel={null}
          disabled={typed.trim() === ''}
          error={rename.error}
          pending={rename.isPending}
          onSubmit={() => typed.trim() !== '' && rename.mutate(typed.trim())}
          onClose={close}
        >
          <TextInput label="Name" maxLength={100} data-autofocus {...textField(typed, setTyped)} />
        </DialogForm>
      )}
      {dialog === 'remove' && (
        <QuestionDialog
          title={`Remove ${label}?`}
          action="Remove"
          error={remove.error}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(id)}
          onClose={close}
        >
          This device signs in with the password then. Remove the passkey on the device, too.
        </QuestionDialog>
      )}
    </Row>
  )
}
