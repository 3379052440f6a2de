import { CardStatus } from '@atrium/contracts'
import { asText, isRecord, spacedWords } from '@atrium/workflow-rules'
import { Button, MultiSelect, PasswordInput, Select, Stack, Switch } from '@mantine/core'
import { use } from 'react'
import { statusLabel } from '../../ui/status-looks.ts'
import { DateField } from './date-field.tsx'
import { DestinationField } from './destination-field.tsx'
import { FieldContext, type FieldProps, useFieldInput } from './field-context.ts'
import { type Field, parseNumber } from './fields.ts'
import { JsonField } from './json-field.tsx'
import { List } from './list.tsx'
import { PairsField, toMembers } from './list-fields.tsx'
import {
  ChannelPicker,
  EventPicker,
  MemberPicker,
  SkillPicker,
  WorkflowPicker,
  ZonePicker,
} from './pickers.tsx'
import { TagsField, TextsField } from './tags-field.tsx'
import { TypedField } from './typed-field.tsx'

const isStatus = (value: string): value is CardStatus => CardStatus.safeParse(value).success

/** Describes a choice: `by_key` becomes "By key". A card status has its own label. */
export const choiceWords = (key: string, value: string): string => {
  if (key === 'status' && isStatus(value)) return statusLabel(value)
  return /^[A-Z]+$/.test(value) ? value : spacedWords(value)
}

/** Edits a parameter. If the field was emptied, it offers the default again. */
export function ParamField(props: FieldProps) {
  const { field, value, onChange } = props
  const { isLocked } = use(FieldContext)
  const isEmptied =
    field.empty !== undefined && value !== undefined && asText(value) === asText(field.empty)
  return (
    <>
      <EditField {...props} />
      {isEmptied && !isLocked && (
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange(undefined)}
        >
          Use the default: {defaultWords(field)}
        </Button>
      )}
    </>
  )
}

const defaultWords = ({ key, default: usual }: Field): string =>
  Array.isArray(usual)
    ? usual.map((one) => choiceWords(key, asText(one))).join(', ')
    : asText(usual)

const listIn = (value: unknown, usual: unknown): readonly unknown[] => {
  const shown = value === undefined ? usual : value
  return Array.isArray(shown) ? shown : []
}

function EditField(props: FieldProps) {
  const { field, path, value, onChange } = props
  const { key, label, help, isNeeded, edit, empty } = field
  const input = useFieldInput(props)
  switch (edit.kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          description={help}
          disabled={input.disabled}
          checked={typeof value === 'boolean' ? value : field.default === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...input}
          clearable={!isNeeded}
          placeholder={
            field.default === undefined ? 'Any' : choiceWords(key, asText(field.default))
          }
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
          value={listIn(value, field.default).map(asText)}
          onChange={(chosen) => onChange(chosen.length === 0 ? empty : chosen)}
        />
      )
    case 'texts':
      return <TextsField {...props} />
    case 'tags':
      return <TagsField {...props} />
    case 'connector':
      return <ChannelPicker {...props} network={edit.network} />
    case 'destination':
      return <DestinationField {...props} takesCards={edit.takesCards} />
    case 'skill':
      return <SkillPicker {...props} skillKind={edit.skillKind} />
    case 'event':
      return <EventPicker {...props} />
    case 'member':
      return <MemberPicker {...props} />
    case 'workflow':
      return <WorkflowPicker {...props} />
    case 'timezone':
      return <ZonePicker {...props} />
    case 'secret':
      return <SecretField {...props} />
    case 'record':
      return <RecordField {...props} members={edit.members} />
    case 'list':
      return <ListField {...props} members={edit.members} />
    case 'date':
      return <DateField {...props} />
    case 'json':
      return <JsonField {...props} />
    case 'pairs':
      return <PairsField {...props} />
    default:
      return (
        <TypedField
          label={label}
          help={help}
          path={path}
          isNeeded={isNeeded}
          long={edit.kind === 'text' && edit.long}
          isProse={edit.kind === 'text' && edit.isProse}
          takesId={/Id$/.test(key)}
          placeholder={
            field.default === undefined || value === '' ? undefined : asText(field.default)
          }
          value={value}
          read={edit.kind === 'number' ? parseNumber : (typed) => (typed === '' ? empty : typed)}
          onChange={onChange}
        />
      )
  }
}

/** A saved secret is shown as a placeholder, because the graph holds only a reference to it. */
function SecretField(props: FieldProps) {
  const input = useFieldInput(props)
  const text = asText(props.value ?? '')
  const isStored = text.startsWith('stored:')
  return (
    <PasswordInput
      {...input}
      autoComplete="new-password"
      placeholder={isStored ? 'Saved. Type to replace it' : undefined}
      value={isStored ? '' : text}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value || undefined)}
    />
  )
}

/** A parameter with nested fields. They are shown once the parameter is switched on. */
function RecordField({
  field,
  path,
  value,
  members,
  onChange,
}: FieldProps & { members: readonly Field[] }) {
  const input = useFieldInput({ field, path })
  const record = isRecord(value) ? value : undefined
  const first = members.find(({ edit }) => edit.kind === 'choice')
  const fresh = first?.edit.kind === 'choice' ? { [first.key]: first.edit.options[0] } : {}
  return (
    <Stack gap="xs">
      <Switch
        label={input.label}
        description={input.description}
        disabled={input.disabled}
        error={input.error}
        checked={record !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? fresh : undefined)}
      />
      {record !== undefined &&
        members.map((member) => (
          <ParamField
            key={member.key}
            field={member}
            path={`${path}.${member.key}`}
            value={record[member.key]}
            onChange={(content) => {
              const { [member.key]: _, ...rest } = record
              onChange(content === undefined ? rest : { ...record, [member.key]: content })
            }}
          />
        ))}
    </Stack>
  )
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
      items={toMembers(value)}
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
