import { Box, Loader, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { toRefusal } from '../ui/feedback/to-refusal.ts'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { LongSelect } from './long-select.tsx'
import { saveWithUndo } from './save-with-undo.ts'
import classes from './settings.module.css'

/** Returns the error text for a setting that somebody else changed while the user was typing. */
const describeConflict = (value: string): string =>
  value === ''
    ? 'Somebody emptied this in the meantime. Save again to replace it.'
    : `Somebody changed this to “${value}” in the meantime. Save again to replace it.`

interface SettingProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly children: (field: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

/**
 * Shows a setting's label and hint. `children` renders the field and gets the ids that link it to
 * both.
 */
export function Setting({ label, hint, children }: SettingProps) {
  const id = useId()
  return (
    <div className={`row ${classes.setting}`}>
      <div className="words">
        <label className="strong" htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="quiet">
            {hint}
          </span>
        )}
      </div>
      <Box className="column firm" w={{ base: '100%', sm: 280 }}>
        {children({ id, 'aria-describedby': hint === undefined ? undefined : `${id}-hint` })}
      </Box>
    </div>
  )
}

/**
 * A text field that saves when it loses focus or when the user presses Enter. If the platform
 * rejects the text, the text stays in the field with the reason below. Escape restores the saved
 * text.
 */
export function SavedText({
  label,
  hint,
  value,
  onSave,
  validate,
  lines,
  ...input
}: {
  label: string
  hint?: ReactNode
  value: string
  onSave: (typed: string) => Promise<unknown>
  /** Returns what is wrong with a text, or null. */
  validate?: (typed: string) => string | null
  /** The height of a text with several lines. There Enter starts a new line and does not save. */
  lines?: number
} & Pick<TextInputProps, 'type' | 'maxLength' | 'placeholder' | 'disabled' | 'autoComplete'>) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string | null>(null)
  // Save one after the other, so the last text wins.
  const last = useRef<Promise<unknown>>(undefined)
  // The saved value from when the user started to type.
  const base = useRef(value)
  const save = useMutation({
    mutationFn: (text: string) => {
      const sent = (last.current ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => onSave(text))
      last.current = sent
      return sent
    },
    // Text typed since then stays and is saved when the field loses focus.
    onSuccess: (_, text) => {
      setTyped((now) => (now?.trim() === text ? undefined : now))
      const before = base.current
      base.current = text
      if (before === text) return
      toast(
        'Saved',
        withUndo(() => onSave(before).catch(toastRefusal('Not undone'))),
      )
    },
    onError: (error) => setFault(toRefusal(error)),
  })
  const sent = save.isPending ? save.variables : value
  const finish = () => {
    const text = typed?.trim()
    if (text === undefined || (save.isPending && text === sent)) return
    if (text === sent) return reset()
    const found = validate?.(text) ?? (value === base.current ? null : describeConflict(value))
    base.current = value
    setFault(found)
    if (found === null) save.mutate(text)
  }
  const reset = () => {
    setTyped(undefined)
    setFault(null)
  }
  const shared = {
    value: typed ?? value,
    error: fault,
    rightSection: save.isPending ? (
      <Loader size={14} />
    ) : save.isSuccess && typed === undefined ? (
      <IconCheck size={16} color="var(--good)" role="img" aria-label="Saved" />
    ) : null,
    onChange: (event: { currentTarget: { value: string } }) => {
      if (typed === undefined) base.current = value
      setTyped(event.currentTarget.value)
      setFault(null)
    },
    onBlur: finish,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && lines === undefined) finish()
      if (event.key === 'Escape' && typed !== undefined) {
        event.stopPropagation()
        reset()
      }
    },
  }
  return (
    <Setting label={label} hint={hint}>
      {(field) =>
        lines === undefined ? (
          <TextInput {...field} {...input} {...shared} />
        ) : (
          <Textarea
            {...field}
            {...shared}
            maxLength={input.maxLength}
            disabled={input.disabled ?? false}
            autosize
            minRows={lines}
            maxRows={12}
            dir="auto"
          />
        )
      }
    </Setting>
  )
}

interface SavedSelectProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly choices: (used: string) => { value: string; label: string }[]
  readonly disabled?: boolean
  readonly onSave: (value: string) => Promise<unknown>
}

/** A select with many options that saves at once. */
export function SavedSelect({
  label,
  hint,
  value,
  choices,
  disabled = false,
  onSave,
}: SavedSelectProps) {
  const data = useMemo(() => choices(value), [choices, value])
  return (
    <Setting label={label} hint={hint}>
      {(field) => (
        <LongSelect
          {...field}
          data={data}
          value={value}
          disabled={disabled}
          onChange={(chosen) => chosen !== value && void saveWithUndo(onSave, chosen, value)}
        />
      )}
    </Setting>
  )
}
