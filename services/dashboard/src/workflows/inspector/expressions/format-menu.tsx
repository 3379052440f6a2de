import type { Scope } from '@atrium/workflow-rules'
import { Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { use, useId } from 'react'
import { FieldContext } from '../field-context.ts'
import inspectorClasses from '../inspector.module.css'
import type { Chip } from './chips.ts'
import classes from './expression-field.module.css'
import {
  type ChipFormat,
  type Format,
  listFormats,
  normaliseFilters,
  readFormat,
  writeExpression,
} from './formats.ts'
import { toPreview } from './upstream-fields.ts'

const asItIs: Format = { label: 'As it is', filters: '' }

interface FormatMenuProps {
  readonly chip: Chip
  readonly scope: Scope | undefined
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Called with the new text of the chip. */
  readonly onChange: (text: string) => void
}

/** Chooses how a chip's value is written. Each choice shows its result. */
export function FormatMenu({ chip, scope, isOpen, onOpen, onChange }: FormatMenuProps) {
  const { label, reference, field } = chip
  const id = useId()
  const { locale } = use(FieldContext)
  const chosen = readFormat(reference)
  const write = (format: ChipFormat): string => writeExpression(reference.source, format)
  const offered = listFormats(field, locale).map(({ label, filters }) => ({
    label,
    filters: normaliseFilters(filters),
  }))
  const isOwn = chosen.filters !== '' && offered.every(({ filters }) => filters !== chosen.filters)
  const formats = [
    asItIs,
    ...offered,
    ...(isOwn ? [{ label: 'As written in the code', filters: chosen.filters }] : []),
  ]
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton className={inspectorClasses.quietButton} onClick={() => onOpen(!isOpen)}>
          Format “{label}” as…
          <IconChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ul className="plain-list column" aria-labelledby={id}>
          <li className="fine strong" id={id} style={{ padding: '0 8px 4px' }}>
            Format “{label}” as
          </li>
          {formats.map(({ label: words, filters }) => (
            <li key={filters}>
              <UnstyledButton
                className={classes.format}
                aria-pressed={filters === chosen.filters}
                onClick={() => {
                  onChange(write({ ...chosen, filters }))
                  onOpen(false)
                }}
              >
                <span>{words}</span>
                <span className="clipped fine" dir="auto">
                  {toPreview(write({ filters, ifEmpty: undefined }), scope)}
                </span>
                {filters === chosen.filters && <IconCheck size={14} aria-hidden />}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <TextInput
          label="If it is empty, insert"
          placeholder="Nothing"
          maxLength={200}
          m="8px 8px 4px"
          value={chosen.ifEmpty ?? ''}
          onChange={({ currentTarget }) =>
            onChange(write({ ...chosen, ifEmpty: currentTarget.value }))
          }
          onKeyDown={(event) => {
            if (event.key === 'Enter') onOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
