import { CardStatus } from '@atrium/contracts'
import { asText } from '@atrium/workflow-rules'
import { MultiSelect, Select, Switch, TagsInput } from '@mantine/core'
import { statusLabel } from '../../ui/status-badge.tsx'
import { spacedWords } from '../graph/problems.ts'
import { DestinationField } from './destination-field.tsx'
import { type FieldProps, useFieldInput } from './field-context.ts'
import { type Field, numberOf } from './fields.ts'
import { JsonField } from './json-field.tsx'
import { List } from './list.tsx'
import { membersOf, PairsField } from './list-fields.tsx'
import { ChannelPicker, EventPicker, SkillPicker, WorkflowPicker, ZonePicker } from './pickers.tsx'
import { TagsPicker } from './tags-picker.tsx'
import { TypedField } from './typed-field.tsx'

const isStatus = (value: string): value is CardStatus => CardStatus.safeParse(value).success

/** The words of a choice: `by_key` is "By key"; a status of a card has its own. */
export const choiceWords = (key: string, value: string): string => {
  if (key === 'status' && isStatus(value)) return statusLabel(value)
  return /^[A-Z]+$/.test(value) ? value : spacedWords(value)
}

export function ParamField(props: FieldProps) {
  const { field, path, value, onChange } = props
  const { key, label, help, isNeeded, edit } = field
  const input = useFieldInput(props)
  switch (edit.kind) {
    case 'switch':
      return (
        <Switch
          {...{ label, description: help, disabled: input.disabled }}
          checked={typeof value === 'boolean' ? value : field.default === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...input}
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
          {...input}
          data={edit.options.map((option) => ({ value: option, label: choiceWords(key, option) }))}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
        />
      )
    case 'texts':
      return (
        <TagsInput
          {...input}
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
      return <ListField {...props} members={edit.members} />
    case 'json':
      return <JsonField {...props} />
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

function ListField({
  field: { label, help },
  path,
  value,
  members,
  onChange,
}: FieldProps & { members: readonly Field[] }) {
  return (
    <List
      label={label}
      help={help}
      path={path}
      items={membersOf(value)}
      fresh={(): Record<string, unknown> => ({})}
      onChange={onChange}
      row={(item, at, change) =>
        members.map((member) => (
          <ParamField
            key={member.key}
            field={member}
            path={`${path}.${at}.${member.key}`}
            value={item[member.key]}
            onChange={(content) => {
              const { [member.key]: _, ...rest } = item
              change(content === undefined ? rest : { ...item, [member.key]: content })
            }}
          />
        ))
      }
    />
  )
}
