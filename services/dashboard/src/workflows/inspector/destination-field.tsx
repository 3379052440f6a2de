import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { destinationGroups, typedAddress } from './destinations.ts'
import { ExpressionField } from './expressions/expression-field.tsx'
import { type FieldProps, useFieldInput } from './field-context.ts'

export function DestinationField({ takesCards, ...props }: FieldProps & { takesCards: boolean }) {
  const { field, path, value, onChange } = props
  const input = useFieldInput(props)
  const { data, isPending } = useQuery(channelsQuery)
  // Accounts that arrive late would move the option that Enter takes.
  const groups = isPending ? [] : destinationGroups(data?.items ?? [], takesCards)
  const text = typeof value === 'string' ? value : ''
  const isListed = groups.some(({ items }) => items.some((item) => item.value === text))
  const isTyped = !isPending && text !== '' && (!isListed || text === typedAddress)
  const other =
    isTyped && !isListed ? [{ group: 'Typed', items: [{ value: text, label: text }] }] : []
  return (
    <>
      <Select
        {...input}
        description={
          takesCards ? 'Where it goes' : 'An account, or a network on which you post it yourself'
        }
        error={isTyped ? undefined : input.error}
        searchable
        selectFirstOptionOnChange={!isPending}
        placeholder={isPending ? 'Loading …' : 'Choose'}
        nothingFoundMessage={isPending ? 'Loading …' : 'Destination not found'}
        data={[...groups, ...other].map(({ group, items }) => ({ group, items: [...items] }))}
        value={text === '' ? null : text}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
      {isTyped && (
        <ExpressionField
          label={`Address of ${field.label.toLowerCase()}`}
          hidesLabel
          help="mailto:someone@example.com, webhook://<endpoint id>, or an expression"
          path={path}
          value={text}
          onChange={(typed) => onChange(typed === '' ? undefined : typed)}
        />
      )}
    </>
  )
}
