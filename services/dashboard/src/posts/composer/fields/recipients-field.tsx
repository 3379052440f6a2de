import { mailRecipientsAtMost } from '@atrium/contracts'
import { Textarea } from '@mantine/core'
import { textField } from '../../../ui/text/text-field.ts'
import { type FieldProblem, readRecipients } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import { FieldProblems } from './field-problems.tsx'

interface RecipientsFieldProps {
  readonly draft: Draft
  readonly problems: readonly FieldProblem[]
  readonly onChange: (change: Partial<Draft>) => void
}

export function RecipientsField({ draft, problems, onChange }: RecipientsFieldProps) {
  const { length } = readRecipients(draft.to)
  return (
    <div className="plain-group stack">
      <Textarea
        label="To"
        description={`Up to ${mailRecipientsAtMost} addresses, separated by commas. Each person gets a mail of their own and does not see the others. Whoever unsubscribed from your mails gets none.`}
        placeholder="anna@example.com, ben@example.com"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={20_000}
        error={problems.some((problem) => problem.field === 'to')}
        {...textField(draft.to, (to) => onChange({ to }))}
      />
      <FieldProblems problems={problems} field="to" several={false} />
      {length > 1 && <span className="quiet">{length} recipients</span>}
    </div>
  )
}
