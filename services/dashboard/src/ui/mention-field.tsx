import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../platform/records/shared-queries.ts'
import { findTypedMention } from './text/mentions.ts'

const mostShown = 6

type MentionFieldProps = Omit<TextareaProps, 'value' | 'onChange'> & {
  readonly value: string
  readonly onWrite: (text: string) => void
}

/** A text area in which `@` offers the members of the organisation. */
export function MentionField({ value, onWrite, ...field }: MentionFieldProps) {
  const { data: members = [] } = useQuery(membersQuery)
  const [caret, setCaret] = useState<number>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const typed = caret === undefined ? undefined : findTypedMention(value.slice(0, caret))
  const names =
    typed === undefined
      ? []
      : members
          .map(({ user }) => user.name)
          .filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
          .slice(0, mostShown)
  const pick = (name: string) => {
    if (caret === undefined || typed === undefined) return
    onWrite(`${value.slice(0, caret - typed.length)}${name} ${value.slice(caret)}`)
    setCaret(undefined)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} position="bottom-start" onOptionSubmit={pick}>
      <Combobox.Target withKeyboardNavigation={names.length > 0 && combobox.dropdownOpened}>
        <Textarea
          {...field}
          value={value}
          onChange={({ currentTarget }) => {
            onWrite(currentTarget.value)
            const position = currentTarget.selectionStart
            const isTyping = findTypedMention(currentTarget.value.slice(0, position)) !== undefined
            setCaret(isTyping ? position : undefined)
            if (isTyping) {
              combobox.openDropdown()
              combobox.updateSelectedOptionIndex('active')
            } else combobox.closeDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={names.length === 0}>
        <Combobox.Options aria-label="Members">
          {names.map((name, index) => (
            <Combobox.Option key={`${name} ${index}`} value={name} active={index === 0}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
