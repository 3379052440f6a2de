import { asText, isRecord, otherwise } from '@atrium/workflow-rules'
import { use } from 'react'
import { freeName } from '../graph/node-names.ts'
import { ConditionsField, firstCondition, toGroup } from './conditions-field.tsx'
import { FieldContext, type FieldProps } from './field-context.ts'
import { List } from './list.tsx'
import { NameInput } from './name-input.tsx'
import { TypedField } from './typed-field.tsx'

export const toMembers = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((member) => (isRecord(member) ? member : {})) : []

export function RulesField({
  field: { label, help },
  path,
  value,
  onChange,
  onRename,
}: FieldProps & { onRename: (before: string, name: string) => void }) {
  const { isLocked, problemOf } = use(FieldContext)
  const rules = toMembers(value)
  const outputs = rules.map(({ output }) => asText(output))
  return (
    <List
      label={label}
      help={help}
      path={path}
      items={rules}
      fresh={() => ({
        output: freeName(`rule ${rules.length + 1}`, new Set(outputs)),
        combinator: 'and',
        conditions: [firstCondition],
      })}
      onChange={onChange}
      row={(rule, at, change) => (
        <>
          <NameInput
            label="Output"
            disabled={isLocked}
            error={problemOf(`${path}.${at}.output`)}
            maxLength={100}
            name={outputs[at] ?? ''}
            taken={(name) => name === otherwise || outputs.toSpliced(at, 1).includes(name)}
            takenWords="Another output has this name"
            onKeep={(name) => {
              onRename(outputs[at] ?? '', name)
              change({ ...rule, output: name })
            }}
          />
          <ConditionsField
            group={toGroup(rule)}
            path={`${path}.${at}.conditions`}
            onChange={(group) => change({ ...rule, ...group })}
          />
        </>
      )}
    />
  )
}

export function PairsField({ field: { label, help }, path, value, onChange }: FieldProps) {
  const { isLocked } = use(FieldContext)
  const pairs = isRecord(value) ? Object.entries(value) : []
  return (
    <List
      label={label}
      help={help}
      path={path}
      items={pairs}
      fresh={(): [string, unknown] => [freeKey(pairs.map(([key]) => key)), '']}
      onChange={(next) => onChange(next.length === 0 ? undefined : Object.fromEntries(next))}
      row={([key, content], at, change) => (
        <>
          <NameInput
            aria-label={`Name ${at + 1} of ${label}`}
            disabled={isLocked}
            name={key}
            // Two entries with the same name would become one.
            taken={(name) => pairs.some(([other]) => other === name)}
            takenWords="Another one has this name"
            onKeep={(name) => change([name, content])}
          />
          <TypedField
            label={`Value ${at + 1} of ${label}`}
            hidesLabel
            path={`${path}.${key}`}
            value={content}
            onChange={(read) => change([key, read])}
          />
        </>
      )}
    />
  )
}

function freeKey(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) if (!taken.includes(`name${number}`)) return `name${number}`
}
