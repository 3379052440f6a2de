import type { Condition } from '@atrium/contracts'
import { asText } from '@atrium/workflow-rules'
import { SegmentedControl, Select, type SelectProps } from '@mantine/core'
import { use, useEffect, useRef, useState } from 'react'
import { hasWords } from '../has-words.ts'
import { findComparedField } from './expressions/chips.ts'
import { ExpressionField } from './expressions/expression-field.tsx'
import { FieldContext } from './field-context.ts'
import { comparesWith, operators, operatorWords } from './fields.ts'
import { List } from './list.tsx'
import { TypedField } from './typed-field.tsx'

export interface Group {
  readonly combinator: 'and' | 'or'
  readonly conditions: readonly Condition[]
}

/** Reads the conditions from unchecked parameters. */
export function toGroup(params: {
  readonly combinator?: unknown
  readonly conditions?: unknown
}): Group {
  const { combinator, conditions } = params
  return {
    combinator: combinator === 'or' ? 'or' : 'and',
    conditions: Array.isArray(conditions) ? (conditions as Condition[]) : [],
  }
}

export const firstCondition: Condition = { left: '', operator: 'is', right: '' }
const data = operators.map((value) => ({ value, label: operatorWords[value] }))

interface ConditionsFieldProps {
  readonly group: Group
  readonly path: string
  readonly onChange: (group: Group) => void
}

export function ConditionsField({ group, path, onChange }: ConditionsFieldProps) {
  const { isLocked } = use(FieldContext)
  const { combinator, conditions } = group
  return (
    <List
      label="Conditions"
      path={path}
      items={conditions}
      fresh={() => firstCondition}
      add="Add a condition"
      headOf={(at) => (at === 0 ? 'Where' : combinator)}
      nameOf={(at) => `condition ${at + 1}`}
      onChange={(next) => onChange({ ...group, conditions: next })}
      row={(condition, at, change) => {
        const { left, operator, right } = condition
        const name = `condition ${at + 1}`
        return (
          <>
            <ExpressionField
              label={`Field of ${name}`}
              hidesLabel
              placeholder="A field"
              isCompared
              path={`${path}.${at}.left`}
              value={left}
              onChange={(value) => change({ ...condition, left: value })}
            />
            <Select
              aria-label={`Operator of ${name}`}
              allowDeselect={false}
              disabled={isLocked}
              data={data}
              value={operator}
              onChange={(value) => {
                const chosen = operators.find((each) => each === value) ?? operator
                const { right: _, ...rest } = condition
                const compared = comparesWith(chosen) ? { right: right ?? '' } : {}
                change({ ...rest, ...compared, operator: chosen })
              }}
            />
            {comparesWith(operator) && (
              <ValueField
                label={`Value of ${name}`}
                path={`${path}.${at}.right`}
                condition={condition}
                onChange={(value) => change({ ...condition, right: value })}
              />
            )}
          </>
        )
      }}
    >
      {conditions.length > 1 && (
        <SegmentedControl
          aria-label="How they count together"
          disabled={isLocked}
          data={[
            { value: 'and', label: 'All must hold' },
            { value: 'or', label: 'One is enough' },
          ]}
          value={combinator}
          onChange={(value) => onChange({ ...group, combinator: value === 'or' ? 'or' : 'and' })}
        />
      )}
    </List>
  )
}

const another = 'another value'

// People who know the value may type it. Another value stays on offer.
const findValues: NonNullable<SelectProps['filter']> = ({ options, search }) =>
  options.filter(
    (option) =>
      'value' in option &&
      (option.value === another || option.value === search || hasWords(option.label, search)),
  )

interface ValueFieldProps {
  readonly label: string
  readonly path: string
  readonly condition: Condition
  readonly onChange: (value: unknown) => void
}

/** The value of a condition. A field with fixed values offers them in words. */
function ValueField({ label, path, condition, onChange }: ValueFieldProps) {
  const { findField, isLocked, problemOf } = use(FieldContext)
  const { left, operator, right } = condition
  // Once the user types, the text stays a text, even if it is a fixed value for a moment.
  const [typedFor, setTypedFor] = useState<string>()
  const isTyped = typedFor === left
  const typed = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)
  useEffect(() => {
    if (takesFocus.current) typed.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus()
    takesFocus.current = false
  }, [isTyped])
  const text = asText(right)
  const options =
    operator === 'is' || operator === 'is_not'
      ? findComparedField(left, findField)?.options
      : undefined
  const isFixed = text === '' || options?.some(({ value }) => value === text) === true
  if (options !== undefined && isFixed && !isTyped) {
    return (
      <Select
        aria-label={label}
        placeholder="Value"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        filter={findValues}
        disabled={isLocked}
        error={problemOf(path)}
        data={[
          ...options.map((option) => ({ ...option })),
          { value: another, label: 'Another value …' },
        ]}
        value={text === '' ? null : text}
        onChange={(chosen) => {
          if (chosen !== another) onChange(chosen ?? '')
          else {
            takesFocus.current = true
            setTypedFor(left)
          }
        }}
      />
    )
  }
  return (
    <div ref={typed}>
      <TypedField
        label={label}
        hidesLabel
        placeholder="Value"
        path={path}
        value={right}
        onChange={(value) => {
          setTypedFor(left)
          onChange(value)
        }}
      />
    </div>
  )
}
