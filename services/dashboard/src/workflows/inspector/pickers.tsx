import { type SkillKind, skillKinds } from '@atrium/contracts'
import { readSkillReference } from '@atrium/workflow-rules'
import { type ComboboxParsedItem, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery, membersQuery } from '../../platform/records/shared-queries.ts'
import { networkName } from '../../ui/network.tsx'
import { hasWords } from '../has-words.ts'
import { eventTypesQuery, foundSkillsQuery, namedSkillQuery } from '../palette-queries.ts'
import { workflowQuery, workflowsQuery } from '../workflow-queries.ts'
import { type FieldProps, useFieldInput } from './field-context.ts'

interface Option {
  readonly value: string
  readonly label: string
}

interface Searching {
  readonly typed: string
  readonly type: (text: string) => void
  /** True until the options belong to the typed text. */
  readonly isPending: boolean
}

/**
 * Returns the field's text and the search text. If the field shows the current value's label, the
 * search is empty. `isLate` is true while the text waits for its search.
 */
function useSearching(valueWords: string) {
  const [typed, type] = useState(valueWords)
  const wanted = typed === valueWords ? '' : typed.trim()
  const [q] = useDebouncedValue(wanted, 150)
  return { typed, type, q, isLate: q !== wanted }
}

// The platform has already searched, so keep all its matches.
const asFound = ({ options }: { options: ComboboxParsedItem[] }) => options

// The options of the text before would let Enter choose one that does not match.
const matchesOnly = ({ options, search }: { options: ComboboxParsedItem[]; search: string }) =>
  options.filter((option) => 'label' in option && hasWords(option.label, search))

interface PickerProps extends FieldProps {
  readonly options: readonly Option[] | undefined
  readonly nothing: string
  readonly valueWords?: string | undefined
  readonly search?: Searching
}

/** Chooses from a list. If the value is not in the list, for example an expression, it stays. */
function Picker({ options, nothing, valueWords, search, ...props }: PickerProps) {
  const { field, value, onChange } = props
  const input = useFieldInput(props)
  const text = typeof value === 'string' ? value : ''
  const other = text !== '' && options?.some((option) => option.value === text) === false
  const isLoading = options === undefined || search?.isPending === true
  return (
    <Select
      key={field.key}
      {...input}
      searchable
      // Selects the first option again when late options arrive, so that Enter takes it.
      selectFirstOptionOnChange={!isLoading}
      clearable={!field.isNeeded}
      placeholder={options === undefined ? 'Loading …' : 'Choose'}
      nothingFoundMessage={isLoading ? 'Loading …' : nothing}
      data={[...(other ? [{ value: text, label: valueWords ?? text }] : []), ...(options ?? [])]}
      {...(search === undefined
        ? {}
        : {
            searchValue: search.typed,
            onSearchChange: search.type,
            filter: search.isPending ? matchesOnly : asFound,
          })}
      value={text === '' ? null : text}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}

export function ChannelPicker({ network, ...props }: FieldProps & { network: string | undefined }) {
  const { data } = useQuery(channelsQuery)
  const options = data?.items
    .filter((channel) => network === undefined || channel.network === network)
    .map(({ id, name, network: on }) => ({ value: id, label: `${name} (${networkName(on)})` }))
  return <Picker {...props} options={options} nothing="No matching account is connected" />
}

/** Chooses a member by name. The value is the member's email address. */
export function MemberPicker(props: FieldProps) {
  const { data } = useQuery(membersQuery)
  const options = data?.map(({ user: { name, email } }) => ({
    value: email,
    label: `${name} (${email})`,
  }))
  return <Picker {...props} options={options} nothing="No member has this name" />
}

/** Chooses a skill of one kind, in its newest version or in a pasted pin's version. */
export function SkillPicker({
  skillKind,
  ...props
}: FieldProps & { skillKind: string | undefined }) {
  const text = typeof props.value === 'string' ? props.value : ''
  const chosen = useSkillOption(text)
  const { q, isLate, ...search } = useSearching(chosen?.label ?? text)
  const kind = skillKinds.find((each) => each === skillKind)
  const pasted = useSkillOption(q, kind)
  const { data, isPlaceholderData } = useQuery(
    foundSkillsQuery(kind, pasted === undefined ? q : ''),
  )
  const found = data?.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Picker
      {...props}
      options={pasted === undefined ? found : [pasted]}
      search={{ ...search, isPending: isLate || isPlaceholderData }}
      valueWords={chosen?.label}
      nothing="No writing guide of this kind"
    />
  )
}

/**
 * Returns the option for a skill by its id or pin. Undefined for any other text, and for a skill of
 * another kind.
 */
function useSkillOption(text: string, kind?: SkillKind): Option | undefined {
  const reference = readSkillReference(text)
  const id = reference?.name.startsWith('skill_') === true ? reference.name : undefined
  const { data } = useQuery({
    ...namedSkillQuery(id ?? ''),
    enabled: id !== undefined,
    retry: false,
  })
  if (id === undefined || data === undefined || (kind !== undefined && data.kind !== kind))
    return undefined
  const version = reference?.version
  return {
    value: text,
    label: version === undefined ? data.name : `${data.name}, version ${version}`,
  }
}

export function EventPicker(props: FieldProps) {
  const { data } = useQuery(eventTypesQuery)
  const options = data?.map(({ type, description }) => ({
    value: type,
    label: description,
  }))
  return <Picker {...props} options={options} nothing="Event not found" />
}

/**
 * Chooses a workflow by a search on the platform. `except` is the id of a workflow to leave out.
 */
export function WorkflowPicker({ except, ...props }: FieldProps & { except?: string }) {
  const id = typeof props.value === 'string' ? props.value : ''
  const { data: chosen } = useQuery({
    ...workflowQuery(id),
    enabled: /^[\w-]+$/.test(id),
    retry: false,
    select: ({ name }) => name,
  })
  const { q, isLate, ...search } = useSearching(chosen ?? id)
  const { data, isPlaceholderData } = useInfiniteQuery(workflowsQuery({ q }))
  const options = data?.pages
    .flatMap(({ items }) => items)
    .filter((workflow) => workflow.id !== except)
    .map((workflow) => ({ value: workflow.id, label: workflow.name }))
  return (
    <Picker
      {...props}
      options={options}
      search={{ ...search, isPending: isLate || isPlaceholderData }}
      valueWords={chosen}
      nothing="Workflow not found"
    />
  )
}

export function ZonePicker(props: FieldProps) {
  const options = [
    'UTC',
    ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
  ].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return (
    <Picker
      {...props}
      value={props.value ?? 'UTC'}
      options={options}
      nothing="Time zone not found"
    />
  )
}
