import { CardStatus } from '@atrium/contracts'
import { asText } from '@atrium/workflow-rules'
import { MultiSelect, Select, Switch, TagsInput } from '@mantine/core'
import { use } from 'react'
import { statusLabel } from '../../ui/status-badge.tsx'
import { DestinationField } from './destination-field.tsx'
import { FieldContext } from './field-context.ts'
import { type Field, numberOf } from './fields.ts'
import { ListField, PairsField } from './list-fields.tsx'
import { ChannelPicker, EventPicker, SkillPicker, WorkflowPicker, ZonePicker } from './pickers.tsx'
import { TagsPicker } from './tags-picker.tsx'
import { TypedField } from './typed-field.tsx'

const isStatus = (value: string): value is CardStatus => CardStatus.safeParse(value).success

/** The words of a choice: `by_key` is "By key"; a status of a card has its own. */
export const choiceWords = (key: string, value: string): string => {
  if (key === 'status' && isStatus(value)) return statusLabel(value)
  if (/^[A-Z]+$/.test(value)) return value
  const words = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One parameter of a node. Undefined takes its default. */
export function ParamField(props: {
  field: Field
  path: string
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { field, path, value, onChange } = props
  const { key, label, help, isNeeded, edit } = field
  const { isLocked, problemOf } = use(FieldContext)
  const common = {
    label,
    description: help,
    withAsterisk: isNeeded,
    error: problemOf(path),
    disabled: isLocked,
  }
  switch (edit.kind) {
    case 'switch':
      return (
        <Switch
          {...{ label, description: help, disabled: isLocked }}
          checked={typeof value === 'boolean' ? value : field.default === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          clearable={!isNeeded}
          placeholder={field.default === undefined ? 'Any' : choiceWords(key, asText(field.default))}
          data={edit.options.map((option) => ({ value: option, label: choiceWords(key, option) }))}
          value={typeof value === 'string' ? value : null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...common}
          data={edit.options.map((option) => ({ value: option, label: choiceWords(key, option) }))}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
        />
      )
    case 'texts':
      return (
        <TagsInput
          {...common}
          splitChars={[',', '\n']}
          value={Array.isArray(value) ? value.map(asText) : []}
          onChange={(texts) => onChange(texts.length === 0 && !isNeeded ? undefined : texts)}
        />
      )
    case 'tags':
      return <TagsPicker {...props} />
    case 'connector':
      return <ChannelPicker {...props} network={edit.network} />
    case 'destination':
      return <DestinationField {...props} takesCards={edit.takesCards} />
    case 'skill':
      return <SkillPicker {...props} skillKind={edit.skillKind} />
    case 'event':
      return <EventPicker {...props} />
    case 'workflow':
      return <WorkflowPicker {...props} />
    case 'timezone':
      return <ZonePicker {...props} />
    case 'list':
      return (
        <ListField
          {...props}
          members={edit.members}
          render={(member, inner, content, change) => (
            <ParamField key={member.key} field={member} path={inner} value={content} onChange={change} />
          )}
        />
      )
    case 'pairs':
      return <PairsField {...props} />
    default:
      return (
        <TypedField
          {...{ label, help, path, isNeeded }}
          long={edit.kind === 'text' && edit.long}
          placeholder={field.default === undefined ? undefined : asText(field.default)}
          value={value}
          read={edit.kind === 'number' ? numberOf : (typed) => (typed === '' ? undefined : typed)}
          onChange={onChange}
        />
      )
  }
}
