import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
  // The choice is shown at once, while it is being saved.
  const [chosen, choose] = useState<boolean>()
  const save = async (wanted: boolean) => {
    choose(wanted)
    await saveWithUndo(onSave, wanted, checked)
    choose(undefined)
  }
  return (
    <Setting label={label} {...(hint === undefined ? {} : { hint })}>
      {(field) => (
        <Switch
          {...field}
          disabled={disabled}
          checked={chosen ?? checked}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
      )}
    </Setting>
  )
}
