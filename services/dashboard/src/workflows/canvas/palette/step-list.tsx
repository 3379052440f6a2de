import type { NodeDescriptor } from '@atrium/contracts'
import { ActionIcon, Box, Group, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { textField } from '../../../ui/text/text-field.ts'
import { categories } from '../../category.ts'
import type { Palette } from '../../graph/graph.ts'
import { dragType } from '../canvas.tsx'
import { findSteps, groupSteps } from './find-steps.ts'
import classes from './step-list.module.css'

interface StepListProps {
  readonly palette: Palette
  readonly hint: string
  /** True if the step comes after another one. */
  readonly follows: boolean
  readonly onAdd: (type: string) => void
  readonly onClose: () => void
}

/** The list of steps above the drawing. It closes after a choice, with Escape, and on the way out. */
export function StepList({ palette, hint, follows, onAdd, onClose }: StepListProps) {
  const [typed, setTyped] = useState('')
  const [isDragged, setIsDragged] = useState(false)
  const list = useRef<HTMLElement>(null)
  const [opener] = useState(() => document.activeElement)
  const isSearch = typed.trim() !== ''
  const found = isSearch ? findSteps(palette, typed) : []
  const [first] = found
  const cancel = () => {
    onClose()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
      return
    }
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('input, [data-type]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    rows[at + by]?.focus()
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The target is null if the window loses the focus or the user presses something without one.
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onClose()
  }
  useEffect(() => {
    const pressOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && list.current?.contains(target) === false) onClose()
    }
    window.addEventListener('pointerdown', pressOutside, { capture: true })
    return () => window.removeEventListener('pointerdown', pressOutside, { capture: true })
  }, [onClose])
  const rows = (steps: readonly NodeDescriptor[]) =>
    steps.map((step) => (
      <StepRow
        key={step.type}
        step={step}
        isFirst={step === first}
        onAdd={onAdd}
        onDrag={setIsDragged}
      />
    ))
  return (
    // The arrow keys move between the buttons.
    <section
      ref={list}
      className={classes.list}
      role="dialog"
      aria-label="Add a step"
      data-dragged={isDragged}
      onKeyDown={press}
      onBlur={leave}
      onDragEnd={onClose}
    >
      <Group className="firm" p="12px 12px 4px" gap={4} wrap="nowrap">
        <TextInput
          className="grow"
          aria-label="Search the steps"
          placeholder="Search, for example mail or invoice"
          data-autofocus
          autoFocus
          leftSection={<IconSearch size={14} aria-hidden />}
          {...textField(typed, setTyped)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || first === undefined) return
            event.preventDefault()
            onAdd(first.type)
          }}
        />
        <ActionIcon aria-label="Close the list of steps" onClick={cancel}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <p className="fine firm" style={{ padding: '0 16px 8px' }}>
        {hint}
      </p>
      <VisuallyHidden role="status">
        {isSearch && (found.length === 1 ? '1 step found' : `${found.length} steps found`)}
      </VisuallyHidden>
      <Box flex={1} mih={0} p="0 8px 12px" style={{ overflow: 'auto', scrollbarWidth: 'thin' }}>
        {isSearch ? (
          <>
            {found.length === 0 && (
              <p className="fine" style={{ padding: '0 8px' }}>
                No step matches “{typed}”.
              </p>
            )}
            {rows(found)}
          </>
        ) : (
          groupSteps(palette, follows).map(({ category, steps }) => (
            <div key={category}>
              <h2 className="fine bold" style={{ margin: '12px 8px 4px' }}>
                {categories[category].label}
              </h2>
              {rows(steps)}
            </div>
          ))
        )}
      </Box>
    </section>
  )
}

interface StepRowProps {
  readonly step: NodeDescriptor
  /** True if Enter in the search field adds this step. */
  readonly isFirst: boolean
  readonly onAdd: (type: string) => void
  readonly onDrag: (isDragged: boolean) => void
}

function StepRow({ step, isFirst, onAdd, onDrag }: StepRowProps) {
  const { type, label, description, category } = step
  const Glyph = categories[category].icon
  return (
    <button
      type="button"
      className={classes.step}
      data-type={type}
      data-first={isFirst}
      draggable
      title={description}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, type)
        event.dataTransfer.effectAllowed = 'copy'
        // The browser takes the picture of the dragged row after this event.
        setTimeout(() => onDrag(true))
      }}
      onClick={() => onAdd(type)}
    >
      <Glyph size={16} stroke={1.75} aria-hidden />
      <span className="column">
        <span className="strong">{label}</span>
        <span className="fine clamped" style={{ lineHeight: 1.35 }}>
          {description}
        </span>
      </span>
    </button>
  )
}
