import { asText, pathWords } from '@atrium/workflow-rules'
import { Pill, TagsInput, type TagsInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { textWords } from '../graph/field-words.ts'
import { usedTagsQuery } from '../palette-queries.ts'
import { FieldButton } from './expressions/field-button.tsx'
import { writeExpression } from './expressions/formats.ts'
import { FieldContext, type FieldProps, useFieldInput } from './field-context.ts'

const wholeExpression = /^\{\{[^{}]*\}\}$/

interface TextsInputProps extends FieldProps {
  readonly texts: readonly string[]
  readonly input?: Pick<TagsInputProps, 'data' | 'searchValue' | 'onSearchChange'>
}

/** A list of texts. Each text may be a field from an earlier step. */
function TextsInput({ texts, input = {}, ...props }: TextsInputProps) {
  const { field, onChange } = props
  const own = useFieldInput(props)
  const { findField } = use(FieldContext)
  const write = (next: readonly string[]) =>
    onChange(next.length === 0 && !field.isNeeded ? field.empty : next)
  // A chip has no brackets around its name. A text with more than a field needs them.
  const nameText = (text: string): string => {
    const words = textWords(
      text,
      (reference) => findField(reference)?.label ?? pathWords(reference.path),
    )
    return wholeExpression.test(text) && words.startsWith('[') ? words.slice(1, -1) : words
  }
  return (
    <div>
      <TagsInput
        {...own}
        {...input}
        splitChars={[',', '\n']}
        value={[...texts]}
        renderPill={({ value = '', onRemove, disabled }) => (
          <Pill
            withRemoveButton={disabled !== true}
            removeButtonProps={{ 'aria-label': `Remove ${nameText(value)}`, tabIndex: -1 }}
            onRemove={() => onRemove?.()}
          >
            <bdi>{nameText(value)}</bdi>
          </Pill>
        )}
        onChange={write}
      />
      <FieldButton
        label={field.label}
        onInsert={(expression) => {
          const text = writeExpression(expression, { filters: '', ifEmpty: undefined })
          if (!texts.includes(text)) write([...texts, text])
        }}
      />
    </div>
  )
}

export function TextsField(props: FieldProps) {
  const { field, value } = props
  const shown = value === undefined ? field.default : value
  return <TextsInput {...props} texts={Array.isArray(shown) ? shown.map(asText) : []} />
}

const longestSearch = 100

/** Chooses tags. It suggests tags of the latest cards, and searches all cards' tags. */
export function TagsField(props: FieldProps) {
  const { value } = props
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim().slice(0, longestSearch), 150)
  const { data: used = [] } = useQuery(usedTagsQuery(q))
  return (
    <TextsInput
      {...props}
      texts={Array.isArray(value) ? value.map(asText) : []}
      input={{ data: used, searchValue: typed, onSearchChange: setTyped }}
    />
  )
}
