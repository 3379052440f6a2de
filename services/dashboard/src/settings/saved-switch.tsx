import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { saveWithUndo } from './save-with-undo.ts'
import { Setting } from './setting.tsx'

interface SavedSwitchProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onSave: (checked: boolean) => Promise<unknown>
}

/** A switch that saves at once and offers an undo. */
export function SavedSwitch({ label, hint, checked, disabled = false, onSave }: SavedSwitchProps) {
  return (
    <Setting label={label} {...(hint === undefined ? {} : { hint })}>
      {(field) => (
        <Switch
          {...field}
          disabled={disabled}
          checked={checked}
          onChange={(event) => void saveWithUndo(onSave, event.currentTarget.checked, checked)}
        />
      )}
    </Setting>
  )
}
