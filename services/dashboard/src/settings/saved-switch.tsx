import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { toast, withUndo } from '../ui/toast.ts'
import { toastRefusal } from '../ui/toast-refusal.ts'
import { isConflict } from './conflict.ts'
import { Setting } from './setting.tsx'

interface SavedSwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onSave: (checked: boolean) => Promise<unknown>
}

const refuse = (error: unknown) =>
  isConflict(error)
    ? toast('Somebody else changed the settings. The current ones are shown: choose again.', { tone: 'bad' })
    : toastRefusal('Not saved')(error)

/** A switch that is saved at once, with the way back. */
export function SavedSwitch({ label, hint, checked, disabled = false, onSave }: SavedSwitchProps) {
  const save = async (chosen: boolean) => {
    try {
      await onSave(chosen)
      toast(
        'Saved',
        withUndo(() => onSave(!chosen).catch(refuse)),
      )
    } catch (error) {
      refuse(error)
    }
  }
  return (
    <Setting label={label} {...(hint === undefined ? {} : { hint })}>
      {(field) => (
        <Switch
          {...field}
          disabled={disabled}
          checked={checked}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
      )}
    </Setting>
  )
}
