import { Button, FileButton, Group, Modal, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { useNewWorkflow } from '../list/use-new-workflow.ts'
import { importFileMutation, readN8nMutation } from './exchange-queries.ts'
import { ImportNotes } from './import-notes.tsx'
import { noteWhatToMend } from './note-what-to-mend.ts'
import { type FileWorkflow, readGiven } from './read-given.ts'

/** Imports a file from this platform or from n8n, after a preview. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const given = useMemo(() => readGiven(text), [text])
  const navigate = usePageNavigate(useNavigate())
  const keyed = useRequestKeys()
  const { create, isPending } = useNewWorkflow()
  const read = useMutation(readN8nMutation)
  const save = useMutation(importFileMutation(useQueryClient()))
  const change = (changed: string) => {
    setText(changed)
    read.reset()
    save.reset()
    const next = readGiven(changed)
    if (next.kind === 'n8n') read.mutate(next.document)
  }
  const importFile = (document: unknown) =>
    save.mutate(
      { keyed, document },
      {
        onSuccess: ({ items }) => {
          onClose()
          toast(
            items.length === 1
              ? '1 workflow is imported'
              : `${items.length} workflows are imported`,
          )
          void navigate({ to: '/workflows' })
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title="Import workflows" size="lg" closeOnClickOutside={false}>
      <div className="fields">
        <p className="quiet" style={{ margin: 0 }}>
          Choose a file that was exported here or downloaded from n8n, or paste its text.
        </p>
        <Group gap={8}>
          <FileButton
            accept="application/json,.json"
            onChange={(file) =>
              void file?.text().then(change, toastRefusal('The file could not be read'))
            }
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label="Text of the file"
          rows={4}
          spellCheck={false}
          value={text}
          error={given.kind === 'refused' ? given.message : null}
          onChange={({ currentTarget: { value } }) => change(value)}
        />
        <FormAlert error={read.error ?? save.error} />
        {given.kind === 'atrium' && <FilePreview workflows={given.workflows} />}
        {given.kind === 'n8n' && read.data !== undefined && <ImportNotes read={read.data} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {given.kind === 'atrium' ? (
            <BusyButton loading={save.isPending} onClick={() => importFile(given.document)}>
              Import
            </BusyButton>
          ) : (
            <BusyButton
              loading={isPending || read.isPending}
              disabled={read.data === undefined}
              onClick={() => read.data && create(read.data.name, noteWhatToMend(read.data))}
            >
              Create workflow
            </BusyButton>
          )}
        </Group>
      </div>
    </Modal>
  )
}

const FilePreview = ({ workflows }: { readonly workflows: readonly FileWorkflow[] }) => (
  <section aria-label="Workflows in the file">
    <p className="quiet" style={{ margin: '0 0 8px' }}>
      {workflows.length === 1
        ? 'This workflow will be added. It stays off until you activate it.'
        : `These ${workflows.length} workflows will be added. They stay off until you activate them.`}{' '}
      Choose accounts and enter secrets again, because files do not hold them.
    </p>
    <ul className="plain-list" style={{ maxHeight: 240, overflow: 'auto' }}>
      {workflows.map(({ name, steps }, at) => (
        <li key={at} className="line" style={{ justifyContent: 'space-between' }}>
          <bdi className="clipped">{name}</bdi>
          <span className="fine">{steps === 1 ? '1 step' : `${steps} steps`}</span>
        </li>
      ))}
    </ul>
  </section>
)
