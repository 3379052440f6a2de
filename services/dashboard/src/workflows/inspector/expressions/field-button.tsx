import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { FieldContext } from '../field-context.ts'
import inspectorClasses from '../inspector.module.css'
import { FieldOptions } from './field-options.tsx'
import { findFields } from './find-fields.ts'

interface FieldButtonProps {
  readonly label: string
  /** Called with the expression, without braces. */
  readonly onInsert: (expression: string) => void
}

/** Offers earlier steps' fields to an input that is no text field. */
export function FieldButton({ label, onInsert }: FieldButtonProps) {
  const { upstream, isLocked } = use(FieldContext)
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setTyped('')
      combobox.resetSelectedOption()
      combobox.focusTarget()
    },
  })
  const selectFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (combobox.dropdownOpened && typed !== '') selectFirst()
  }, [combobox.dropdownOpened, typed])
  if (upstream.length === 0 || isLocked) return null
  return (
    <Combobox
      store={combobox}
      withinPortal
      position="bottom-start"
      width={280}
      onOptionSubmit={(expression) => {
        onInsert(expression)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={inspectorClasses.quietButton}
          aria-label={`Insert a field into ${label}`}
          onClick={() => combobox.toggleDropdown()}
        >
          Insert a field
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="dialog" aria-label={`Insert a field into ${label}`}>
          <Combobox.Search
            value={typed}
            placeholder="Search the fields"
            aria-label="Search the fields"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <FieldOptions groups={findFields(upstream, typed, { takesId: false })} />
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
