import { Box, Textarea, TextInput } from '@mantine/core'
import type { FieldProblems } from '../money/form/field-problems.ts'
import { DayField } from '../ui/dates/day-field.tsx'
import { textField } from '../ui/text/text-field.ts'
import { type DocumentOptions, noDocumentOptions } from './document-options.ts'

/** Returns a list entry's problem, for example for the second address. */
const findProblem = (problems: FieldProblems, path: string): string | undefined =>
  Object.entries(problems).find(([key]) => key.startsWith(`${path}.`))?.[1]

interface DocumentOptionsFieldProps {
  readonly noun: 'invoice' | 'estimate'
  readonly options: DocumentOptions | undefined
  readonly problems: FieldProblems
  readonly onChange: (options: DocumentOptions) => void
}

/** Edits texts, references, the service period and the recipients, closed unless one is set. */
export function DocumentOptionsField({
  noun,
  options,
  problems,
  onChange,
}: DocumentOptionsFieldProps) {
  const current = options ?? noDocumentOptions
  const set = (part: Partial<DocumentOptions>) => onChange({ ...current, ...part })
  const field = (part: keyof DocumentOptions, path: string = part) =>
    textField(
      current[part],
      (value) => set({ [part]: value }),
      problems[path] ?? findProblem(problems, path),
    )
  return (
    <Box component="details" open={options !== undefined}>
      <summary className="quiet">More options of the {noun}</summary>
      <div className="column" style={{ gap: 16, paddingTop: 12 }}>
        <Textarea
          label="Text before the lines"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          {...field('note')}
        />
        <Textarea
          label="Text after the totals"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          {...field('footer')}
        />
        <TextInput label="Customer’s order number" maxLength={100} {...field('orderNumber')} />
        <TextInput
          label="Customer’s reference"
          description="For example a Leitweg-ID"
          maxLength={100}
          {...field('buyerReference')}
        />
        <TextInput label="Contract number" maxLength={100} {...field('contractNumber')} />
        <DayField
          label="Service from"
          w={280}
          value={current.serviceFrom}
          error={problems['serviceFrom']}
          onChange={(serviceFrom) => set({ serviceFrom })}
        />
        <DayField
          label="Service to"
          w={280}
          value={current.serviceTo}
          error={problems['serviceTo']}
          onChange={(serviceTo) => set({ serviceTo })}
        />
        <TextInput
          label="Send to"
          description="Instead of the customer’s addresses. Separate several with commas."
          {...field('to', 'recipients.to')}
        />
        <TextInput label="Copy to" {...field('cc', 'recipients.cc')} />
      </div>
    </Box>
  )
}
