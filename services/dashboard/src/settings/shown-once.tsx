import { ActionIcon, Button, CopyButton, Group, Modal } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** Shows a secret that no later answer repeats, with a button that copies it, until the person has kept it. */
export const ShownOnce = ({
  title,
  label,
  secret,
  children,
  onDone,
}: {
  title: string
  label: string
  secret: string
  children: ReactNode
  onDone: () => void
}) => (
  <Modal
    opened
    onClose={onDone}
    title={title}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <div className="fields">
      <p className={classes.note} style={{ margin: 0 }}>
        <IconKey size={16} aria-hidden />
        <span>{children}</span>
      </p>
      <div className={`line ${classes.secret}`}>
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
      <Group justify="flex-end">
        <Button onClick={onDone}>I have kept it</Button>
      </Group>
    </div>
  </Modal>
)
