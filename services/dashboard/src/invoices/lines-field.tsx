import { invoiceTotals } from '@atrium/contracts'
import { ActionIcon, Box, Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useMoney } from '../money/amounts/viewer.ts'
import type { FieldProblems } from '../money/form/field-problems.ts'
import money from '../money/money.module.css'
import { toast } from '../ui/feedback/toast.tsx'
import { textField } from '../ui/text/text-field.ts'
import classes from './editor.module.css'
import { emptyLine, type LineDraft, toPricedLine } from './invoice-draft.ts'
import { LineOptionsField } from './line-options-field.tsx'

const most = 500

/**
 * Returns the net amount of a typed line, in minor units. Returns undefined if its numbers are
 * incomplete or too large.
 */
export function calculateNet(line: LineDraft, currency: string): number | undefined {
  const priced = toPricedLine(line, currency)
  try {
    return priced && invoiceTotals([priced], 0).subtotalAmountCents
  } catch {
    return undefined
  }
}

interface LinesFieldProps {
  readonly lines: readonly LineDraft[]
  readonly currency: string
  readonly problems: FieldProblems
  readonly onChange: (change: (lines: readonly LineDraft[]) => readonly LineDraft[]) => void
}

/**
 * Edits the lines of a draft. Enter in the last line adds a line. A removed line can be restored.
 */
export function LinesField({ lines, currency, problems, onChange }: LinesFieldProps) {
  const { amount } = useMoney()
  const list = useRef<HTMLUListElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus()
  }, [lines.length])
  const add = () => {
    if (lines.length >= most) return
    added.current = true
    onChange((old) => [...old, emptyLine()])
  }
  const set = (key: string, part: Partial<LineDraft>) =>
    onChange((old) => old.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const remove = (line: LineDraft, index: number) => {
    onChange((old) => old.filter(({ key }) => key !== line.key))
    toast('Line removed', {
      action: { label: 'Undo', run: () => onChange((old) => old.toSpliced(index, 0, line)) },
    })
  }
  return (
    <fieldset className="plain-group">
      <legend className="legend">Lines</legend>
      <Box className={classes.lineHead} pr={36} c="var(--quiet)" fz="xs" aria-hidden>
        <span>Description</span>
        <span>Quantity</span>
        <span>Unit price, {currency}</span>
        <span>Net</span>
      </Box>
      <Box ref={list} className="plain-list" component="ul" m="0 0 8px">
        {lines.map((line, index) => {
          const net = calculateNet(line, currency)
          const name = `line ${index + 1}`
          const field = (part: 'description' | 'quantity' | 'price', path: string) =>
            textField(
              line[part],
              (value) => set(line.key, { [part]: value }),
              problems[`lineItems.${index}.${path}`],
            )
          return (
            <li key={line.key} className={classes.line}>
              <Textarea
                aria-label={`Description of ${name}`}
                placeholder="What is billed"
                autosize
                minRows={1}
                maxRows={6}
                maxLength={500}
                dir="auto"
                className={classes.description}
                {...field('description', 'description')}
              />
              <TextInput
                aria-label={`Quantity of ${name}`}
                inputMode="decimal"
                maxLength={20}
                classNames={{ input: classes.figures ?? '' }}
                {...field('quantity', 'quantity')}
              />
              <TextInput
                aria-label={`Unit price of ${name}`}
                inputMode="decimal"
                placeholder="0.00"
                maxLength={24}
                classNames={{ input: classes.figures ?? '' }}
                {...field('price', 'unitAmountCents')}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || index !== lines.length - 1) return
                  event.preventDefault()
                  add()
                }}
              />
              <output
                className={money.figure}
                style={{ paddingTop: 8 }}
                aria-label={`Net of ${name}`}
              >
                {net === undefined ? '–' : amount(net, currency)}
              </output>
              <ActionIcon
                variant="subtle"
                mt={4}
                aria-label={`Remove ${name}`}
                disabled={lines.length === 1}
                onClick={() => remove(line, index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
              <LineOptionsField
                line={line}
                index={index}
                problems={problems}
                onChange={(options) => set(line.key, { options })}
              />
            </li>
          )
        })}
      </Box>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={lines.length >= most}
        onClick={add}
      >
        Add a line
      </Button>
      {problems['lineItems'] !== undefined && (
        <Box className="fine" component="p" m="8px 0 0" c="var(--bad)" role="alert">
          {problems['lineItems']}
        </Box>
      )}
    </fieldset>
  )
}
