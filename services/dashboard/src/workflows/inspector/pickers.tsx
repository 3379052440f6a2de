import { Select } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { channelsQuery } from '../../platform/channels.ts'
import { networkName } from '../../ui/network.tsx'
import { eventTypesQuery, skillsQuery } from '../palette-queries.ts'
import { workflowsQuery } from '../workflow-queries.ts'
import { FieldContext } from './field-context.ts'
import type { Field } from './fields.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** Chooses one of a list; a value that is not in it, such as an expression, stays. */
function Picker({
  field: { key, label, help, isNeeded },
  path,
  options,
  value,
  nothing,
  onChange,
}: PickerProps & { options: readonly Option[] | undefined; nothing: string }) {
  const { isLocked, problemOf } = use(FieldContext)
  const text = typeof value === 'string' ? value : ''
  const other = text !== '' && options?.some((option) => option.value === text) === false
  return (
    <Select
      key={key}
      label={label}
      description={help}
      withAsterisk={isNeeded}
      error={problemOf(path)}
      searchable
      clearable={!isNeeded}
      disabled={isLocked}
      placeholder={options === undefined ? 'Loading …' : 'Choose'}
      nothingFoundMessage={nothing}
      data={[...(options ?? []), ...(other ? [{ value: text, label: text }] : [])]}
      value={text === '' ? null : text}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}

export interface PickerProps {
  readonly field: Field
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The accounts that a node may read or publish to. */
export function ChannelPicker({ network, ...props }: PickerProps & { network: string | undefined }) {
  const { data } = useQuery(channelsQuery)
  const options = data?.items
    .filter((channel) => network === undefined || channel.network === network)
    .map(({ id, name, network: on }) => ({ value: id, label: `${name} (${networkName(on)})` }))
  return <Picker {...props} options={options} nothing="No such channel is connected" />
}

/** The skills of a kind. */
export function SkillPicker({ skillKind, ...props }: PickerProps & { skillKind: string | undefined }) {
  const { data } = useQuery(skillsQuery)
  const options = data
    ?.filter(({ kind }) => skillKind === undefined || kind === skillKind)
    .map(({ id, name }) => ({ value: id, label: name }))
  return <Picker {...props} options={options} nothing="No skill of this kind" />
}

/** The events that start a run. */
export function EventPicker(props: PickerProps) {
  const { data } = useQuery(eventTypesQuery)
  const options = data?.map(({ type, description }) => ({ value: type, label: `${description} (${type})` }))
  return <Picker {...props} options={options} nothing="No such event" />
}

/** The other workflows. */
export function WorkflowPicker(props: PickerProps) {
  const { data } = useInfiniteQuery(workflowsQuery)
  const options = data?.pages
    .flatMap(({ items }) => items)
    .map(({ id, name }) => ({ value: id, label: name }))
  return <Picker {...props} options={options} nothing="No such workflow" />
}

/** The time zones that this browser knows. */
export function ZonePicker(props: PickerProps) {
  const options = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (value) => ({ value, label: value.replaceAll('_', ' ') }),
  )
  return <Picker {...props} value={props.value ?? 'UTC'} options={options} nothing="No such zone" />
}
