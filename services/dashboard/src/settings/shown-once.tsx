import { ActionIcon, Button, CopyButton, Group, Modal } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Note } from './section.tsx'
import classes from './settings.module.css'

interface OnceDialogProps {
  readonly title: string
  readonly note: ReactNode
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** The button label. */
  readonly keep: string
  readonly onDone: () => void
}

/** Shows something that cannot be shown again, so only the button closes the dialog. */
export const OnceDialog = ({ title, note, children, actions, keep, onDone }: OnceDialogProps) => (
  <Modal
    opened
    onClose={onDone}
    title={title}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <div className="fields">
      <Note icon={IconKey} flush>
        {note}
      </Note>
      {children}
      <Group justify="space-between">
        {actions}
        <Button ml="auto" onClick={onDone}>
          {keep}
        </Button>
      </Group>
    </div>
  </Modal>
)

interface ShownOnceProps {
  readonly title: string
  readonly label: string
  readonly secret: string
  readonly children: ReactNode
  readonly onDone: () => void
}

/** Shows a secret with a copy button until the user confirms that they saved it. */
export const ShownOnce = ({ title, label, secret, children, onDone }: ShownOnceProps) => (
  <OnceDialog title={title} note={children} keep="I have kept it" onDone={onDone}>
    <div className={`line sunken ${classes.secret}`}>
      <code role="status" aria-label={label}>
        {secret}
      </code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? 'Copied' : `Copy: ${label}`} onClick={copy}>
            {copied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  </OnceDialog>
)
