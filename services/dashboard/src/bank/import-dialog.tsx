import type { BankStatement, StatementMapping } from '@atrium/contracts'
import { Button, FileButton, Group, Modal } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { refreshBank } from './bank-queries.ts'
import { ColumnFields } from './column-fields.tsx'
import { StatementPreview } from './statement-preview.tsx'

type Columns = NonNullable<BankStatement['mapping']>

const isComplete = (columns: Columns): columns is StatementMapping =>
  Boolean(columns.bookedOn) && Boolean(columns.amount)

const formatResult = ({ transactions, matched, duplicates }: BankStatement): string => {
  const fresh = transactions - duplicates
  if (fresh === 0) return 'All transactions of this statement were imported before'
  return `${fresh === 1 ? '1 transaction is' : `${fresh} transactions are`} imported, ${matched} matched`
}

/** Imports a bank statement, after a preview. The columns of a CSV file can be changed. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<Columns>({})
  const preview = useMutation({
    mutationFn: ({ chosen, mapping }: { chosen: File; mapping?: StatementMapping }) =>
      atrium.importStatement(chosen, {
        dryRun: true,
        ...(mapping === undefined ? {} : { mapping }),
      }),
    onSuccess: (statement) => setColumns(statement.mapping ?? {}),
  })
  const save = useMutation({
    mutationFn: ({ chosen, isTable }: { chosen: File; isTable: boolean }) =>
      atrium.importStatement(chosen, isTable && isComplete(columns) ? { mapping: columns } : {}),
    onSuccess: (statement) => {
      toast(formatResult(statement))
      onClose()
    },
    onSettled: () => refreshBank(queryClient),
  })
  const choose = (chosen: File | null) => {
    if (chosen === null) return
    setFile(chosen)
    save.reset()
    preview.mutate({ chosen })
  }
  const change = (next: Columns) => {
    setColumns(next)
    if (file !== null && isComplete(next)) preview.mutate({ chosen: file, mapping: next })
  }
  const { data } = preview
  const headings = data?.headings ?? null
  const isReady = data !== undefined && (headings === null || isComplete(columns))
  return (
    <Modal opened onClose={onClose} title="Import a bank statement" size="lg">
      <div className="fields">
        <p className="quiet" style={{ margin: 0 }}>
          Download a statement at your bank, as CAMT, MT940, OFX or CSV, and choose it here. Nothing
          is stored before you import it, and nothing is imported twice.
        </p>
        <Group gap={8}>
          <FileButton onChange={choose} inputProps={{ 'aria-label': 'Bank statement' }}>
            {(props) => (
              <BusyButton
                {...props}
                variant="default"
                loading={preview.isPending}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {file === null ? 'Choose a file' : 'Choose another file'}
              </BusyButton>
            )}
          </FileButton>
          {file !== null && <span className="quiet clamped">{file.name}</span>}
        </Group>
        <FormAlert error={preview.error ?? save.error} />
        {headings !== null && (
          <ColumnFields headings={headings} columns={columns} onChange={change} />
        )}
        {data !== undefined && <StatementPreview statement={data} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            loading={save.isPending}
            disabled={!isReady || preview.isPending || data.transactions === 0}
            onClick={() =>
              file !== null && save.mutate({ chosen: file, isTable: headings !== null })
            }
          >
            Import
          </BusyButton>
        </Group>
      </div>
    </Modal>
  )
}
