import { asText, isRecord, otherwise } from '@atrium/workflow-rules'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { freeName } from '../graph/node-names.ts'
import { ConditionsField, groupOf } from './conditions-field.tsx'
import { FieldContext } from './field-context.ts'
import type { Field } from './fields.ts'
import classes from './inspector.module.css'
import { NameInput } from './name-input.tsx'
import { TypedField } from './typed-field.tsx'
import { typedValue } from './typed-value.ts'

interface ListProps {
  readonly field: Field
  readonly path: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function List({
  field: { label, help },
  path,
  count,
  row,
  add,
  onRemove,
}: {
  field: Field
  path: string
  count: number
  row: (at: number) => ReactNode
  add: () => void
  onRemove: (at: number) => void
}) {
  const { isLocked, problemOf } = use(FieldContext)
  const error = problemOf(path)
  return (
    <fieldset className="plain-group stack">
      <legend className={classes.legend}>{label}</legend>
      {help !== undefined && <p className="fine">{help}</p>}
      {Array.from({ length: count }, (_, at) => (
        // members have no other name than their place
        <div key={at} className={`sunken ${classes.condition}`}>
          <div className={`fine ${classes.conditionHead}`}>
            <span>{at + 1}</span>
            <ActionIcon
              aria-label={`Remove ${at + 1} of ${label}`}
              disabled={isLocked}
              onClick={() => onRemove(at)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
          {row(at)}
        </div>
      ))}
      {error !== undefined && <p className={classes.error}>{error}</p>}
      <Button
        variant="default"
        size="compact-md"
        disabled={isLocked}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        Add
      </Button>
    </fieldset>
  )
}

const membersOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((member) => (isRecord(member) ? member : {})) : []

/** A list of objects, each with fields of its own. */
export function ListField({
  members,
  render,
  ...props
}: ListProps & {
  members: readonly Field[]
  render: (field: Field, path: string, value: unknown, onChange: (value: unknown) => void) => ReactNode
}) {
  const { field, path, onChange } = props
  const list = membersOf(props.value)
  const change = (at: number, key: string, value: unknown) =>
    onChange(
      list.map((each, index) => {
        if (index !== at) return each
        const { [key]: _, ...rest } = each
        return value === undefined ? rest : { ...each, [key]: value }
      }),
    )
  return (
    <List
      field={field}
      path={path}
      count={list.length}
      add={() => onChange([...list, {}])}
      onRemove={(at) => onChange(list.filter((_, index) => index !== at))}
      row={(at) =>
        members.map((member) =>
          render(member, `${path}.${at}.${member.key}`, list[at]?.[member.key], (value) =>
            change(at, member.key, value),
          ),
        )
      }
    />
  )
}

/** Rules: named outputs, each with its conditions. */
export function RulesField({
  onRename,
  ...props
}: ListProps & { onRename: (before: string, name: string) => void }) {
  const { field, path, onChange } = props
  const { isLocked, problemOf } = use(FieldContext)
  const list = membersOf(props.value)
  const change = (at: number, rule: Record<string, unknown>) =>
    onChange(list.map((each, index) => (index === at ? rule : each)))
  return (
    <List
      field={field}
      path={path}
      count={list.length}
      add={() =>
        onChange([
          ...list,
          {
            output: freeName(`rule ${list.length + 1}`, new Set(list.map((rule) => asText(rule['output'])))),
            combinator: 'and',
            conditions: [{ left: '', operator: 'is', right: '' }],
          },
        ])
      }
      onRemove={(at) => onChange(list.filter((_, index) => index !== at))}
      row={(at) => {
        const rule = list[at] ?? {}
        const output = asText(rule['output'])
        return (
          <>
            <NameInput
              label="Output"
              disabled={isLocked}
              error={problemOf(`${path}.${at}.output`)}
              maxLength={100}
              name={output}
              taken={(name) =>
                name === otherwise ||
                list.some((other, index) => index !== at && asText(other['output']) === name)
              }
              takenWords="Another output has this name"
              onKeep={(name) => {
                onRename(output, name)
                change(at, { ...rule, output: name })
              }}
            />
            <ConditionsField
              group={groupOf(rule)}
              path={`${path}.${at}.conditions`}
              onChange={(group) => change(at, { ...rule, ...group })}
            />
          </>
        )
      }}
    />
  )
}

/** An object whose keys a person names. */
export function PairsField({ field, path, value, onChange }: ListProps) {
  const { isLocked } = use(FieldContext)
  const pairs = isRecord(value) ? Object.entries(value) : []
  const set = (next: readonly (readonly [string, unknown])[]) =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next))
  return (
    <List
      field={field}
      path={path}
      count={pairs.length}
      add={() => set([...pairs, [freeKey(pairs.map(([key]) => key)), '']])}
      onRemove={(at) => set(pairs.filter((_, index) => index !== at))}
      row={(at) => {
        const [key = '', content] = pairs[at] ?? []
        return (
          <>
            <NameInput
              aria-label={`Name ${at + 1} of ${field.label}`}
              disabled={isLocked}
              name={key}
              // Two of one name would become one.
              taken={(name) => pairs.some(([other]) => other === name)}
              takenWords="Another one has this name"
              onKeep={(name) => set(pairs.map((pair, index) => (index === at ? [name, content] : pair)))}
            />
            <TypedField
              label={`Value ${at + 1} of ${field.label}`}
              hidesLabel
              path={`${path}.${key}`}
              value={content}
              read={typedValue}
              onChange={(read) => set(pairs.map((pair, index) => (index === at ? [key, read] : pair)))}
            />
          </>
        )
      }}
    />
  )
}

function freeKey(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) if (!taken.includes(`name${number}`)) return `name${number}`
}
