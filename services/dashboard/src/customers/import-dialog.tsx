import { type CustomerMapping, type ImportedField, importedFields } from '@atrium/contracts'
import { FileInput, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { DialogForm } from '../ui/dialogs/dialog-form.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { TwoFields } from '../ui/two-fields.tsx'

const fieldNames: Readonly<Record<ImportedField, string>> = {
  name: 'Name',
  email: 'Email',
  contactName: 'Contact person',
  phone: 'Phone',
  billingLine1: 'Address',
  billingLine2: 'Second address line',
  billingPostalCode: 'Postal code',
  billingCity: 'City',
  billingState: 'State or region',
  billingCountry: 'Country',
  taxId: 'VAT number',
  currency: 'Currency',
  language: 'Language',
  notes: 'Notes',
}
const nameField = (field: string): string =>
  fieldNames[importedFields.find((each) => each === field) ?? 'name']

const actions = { create: 'New', update: 'Updated', skip: 'Unchanged' } as const
const matches = {
  taxId: 'same VAT number',
  email: 'same email',
  phone: 'same phone number',
  name: 'same name',
} as const
const shownAtMost = 8

/** Imports customers from a file. Shows what the import would do before it does it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [mapping, setMapping] = useState<CustomerMapping>()
  const chosen = mapping === undefined ? {} : { mapping }
  const preview = useQuery({
    queryKey: ['customers', 'import', file?.name, file?.size, file?.lastModified, mapping],
    enabled: file !== null,
    retry: false,
    queryFn: ({ signal }) =>
      atrium.importCustomers(file ?? new Blob(), { ...chosen, dryRun: true, signal }),
  })
  const run = useMutation({
    mutationFn: (picked: File) => atrium.importCustomers(picked, chosen),
    onSuccess: ({ created, updated }) => {
      toast(`${created === 1 ? '1 customer' : `${created} customers`} added, ${updated} updated`)
      void queryClient.invalidateQueries({ queryKey: ['customers'] })
      onClose()
    },
  })
  const planned = preview.data
  const count = planned === undefined ? 0 : planned.created + planned.updated
  return (
    <DialogForm
      title="Import customers"
      action={
        count === 0 ? 'Import' : `Import ${count === 1 ? '1 customer' : `${count} customers`}`
      }
      disabled={file === null || count === 0 || preview.isFetching}
      pending={run.isPending}
      error={run.error ?? preview.error}
      onSubmit={() => file !== null && run.mutate(file)}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description="A spreadsheet saved as CSV, or contacts as vCard (.vcf), with at most 5,000 rows"
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/vcard"
        value={file}
        onChange={(picked) => {
          setFile(picked)
          setMapping(undefined)
        }}
      />
      {planned !== undefined && planned.headings.length > 0 && (
        <details open={planned.mapping.name === undefined || planned.mapping.email === undefined}>
          <summary>Columns of the file</summary>
          <TwoFields>
            {importedFields.map((field) => (
              <Select
                key={field}
                label={fieldNames[field]}
                placeholder="Not in the file"
                clearable
                data={[...new Set(planned.headings.filter((heading) => heading !== ''))]}
                value={planned.mapping[field] ?? null}
                onChange={(heading) => {
                  const { [field]: _, ...others } = planned.mapping
                  setMapping(heading === null ? others : { ...others, [field]: heading })
                }}
              />
            ))}
          </TwoFields>
        </details>
      )}
      {planned !== undefined && (
        <div role="status">
          <p style={{ margin: 0 }}>
            {planned.created} new, {planned.updated} updated, {planned.skipped} unchanged,{' '}
            {planned.errors.length === 1 ? '1 problem' : `${planned.errors.length} problems`}
          </p>
          <ul>
            {planned.rows.slice(0, shownAtMost).map(({ row, action, name, email, matchedBy }) => (
              <li key={row}>
                {actions[action]}: {name}, {email}
                {matchedBy !== null && ` (${matches[matchedBy]})`}
              </li>
            ))}
          </ul>
          {planned.errors.length > 0 && (
            <>
              <p style={{ margin: 0 }}>Not imported:</p>
              <ul>
                {planned.errors.slice(0, shownAtMost).map(({ row, field, message }) => (
                  <li key={`${row} ${field}`}>
                    Row {row}, {nameField(field)}: {message}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </DialogForm>
  )
}
