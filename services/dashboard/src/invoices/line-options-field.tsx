import { Box, NativeSelect, TextInput } from '@mantine/core'
import type { FieldProblems } from '../money/form/field-problems.ts'
import { textField } from '../ui/text/text-field.ts'
import type { LineDraft } from './invoice-draft.ts'
import { categoryLabels, isTaxed, type LineOptions, noOptions } from './line-options.ts'

const choices = [
  { value: '', label: 'By the rate and the customer’s country' },
  ...Object.entries(categoryLabels).map(([value, label]) => ({ value, label })),
]

interface LineOptionsFieldProps {
  readonly line: LineDraft
  readonly index: number
  readonly problems: FieldProblems
  readonly onChange: (options: LineOptions) => void
}

/** Edits a line's unit, discount and VAT, closed unless one of them is set. */
export function LineOptionsField({ line, index, problems, onChange }: LineOptionsFieldProps) {
  const options = line.options ?? noOptions
  const name = `line ${index + 1}`
  const field = (part: keyof LineOptions, path: string) =>
    textField(
      options[part],
      (value) => onChange({ ...options, [part]: value }),
      problems[`lineItems.${index}.${path}`],
    )
  return (
    <Box component="details" style={{ gridColumn: '1 / -1' }} open={line.options !== undefined}>
      <summary className="quiet" aria-label={`More options of ${name}`}>
        More options
      </summary>
      <Box
        display="grid"
        py={8}
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 8 }}
      >
        <TextInput label="Unit" placeholder="hours" maxLength={30} {...field('unit', 'unit')} />
        <TextInput
          label="Discount, %"
          inputMode="decimal"
          maxLength={8}
          {...field('discount', 'discountBps')}
        />
        <NativeSelect label="Kind of VAT" data={choices} {...field('category', 'vatCategory')} />
        {isTaxed(options.category) ? (
          <TextInput
            label="VAT, %"
            placeholder="As below"
            inputMode="decimal"
            maxLength={8}
            {...field('rate', 'vatRateBps')}
          />
        ) : (
          <TextInput
            label="Legal reason"
            placeholder="The sentence of your country"
            maxLength={200}
            {...field('reason', 'vatReason')}
          />
        )}
      </Box>
    </Box>
  )
}
