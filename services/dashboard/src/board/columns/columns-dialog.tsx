import type { BoardColumn, ColumnStatus } from '@atrium/contracts'
import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import { putColumnsMutation } from './use-columns.ts'

const mostColumns = 20
const statuses = (['todo', 'doing', 'done', 'failed'] as const).map((value) => ({
  value,
  label: statusLabel(value),
}))

/** A row of the form. The key stays when the row moves. */
type Row = Pick<BoardColumn, 'name' | 'status'> & { readonly key: string; readonly id?: string }

interface ColumnsDialogProps {
  readonly columns: readonly BoardColumn[]
  readonly onClose: () => void
}

/** Edits the name, order and status of the organisation's columns. */
export function ColumnsDialog({ columns, onClose }: ColumnsDialogProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    columns.map((column) => ({ ...column, key: column.id })),
  )
  const put = useMutation(putColumnsMutation(useQueryClient()))
  const change = (at: number, changed: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)))
  const move = (at: number, by: 1 | -1) => {
    const row = rows[at]
    if (row !== undefined) setRows(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
  }
  const add = () => setRows([...rows, { key: crypto.randomUUID(), name: '', status: 'todo' }])
  return (
    <DialogForm
      title="Columns of the board"
      size={600}
      action="Save"
      closeOnClickOutside={false}
      error={put.error}
      pending={put.isPending}
      disabled={rows.length === 0 || rows.some(({ name }) => name.trim() === '')}
      onClose={onClose}
      onSubmit={() => {
        const items = rows.map(({ id, name, status }) => ({
          ...(id === undefined ? {} : { id }),
          name: name.trim(),
          status,
        }))
        put.mutate(
          { items },
          {
            onSuccess: () => {
              toast('The columns are saved')
              onClose()
            },
          },
        )
      }}
    >
      <p className="quiet flush">
        Everybody in your organisation sees these columns. A card in a column that you remove moves
        to the first column with the same status.
      </p>
      {rows.map(({ key, name, status }, at) => (
        <Group key={key} gap={8} role="group" aria-label={`Column ${at + 1}`}>
          <TextInput
            aria-label="Name"
            flex="1 1 200px"
            maxLength={60}
            dir="auto"
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <Select
            aria-label="Status"
            w={130}
            allowDeselect={false}
            data={statuses}
            value={status}
            onChange={(value) => value !== null && change(at, { status: value as ColumnStatus })}
          />
          <Group gap={0} wrap="nowrap">
            <ActionIcon
              aria-label="Move to the left"
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label="Move to the right"
              disabled={at === rows.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label="Remove the column"
              onClick={() => setRows(rows.toSpliced(at, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rows.length >= mostColumns}
        onClick={add}
      >
        Add a column
      </Button>
    </DialogForm>
  )
}
