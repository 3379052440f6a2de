import type { Condition } from '@atrium/contracts'
import { SegmentedControl, Select } from '@mantine/core'
import { use } from 'react'
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
              <TypedField
                label={`Value of ${name}`}
                hidesLabel
                placeholder="Value"
                path={`${path}.${at}.right`}
                value={right}
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
