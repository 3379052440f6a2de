import type { Condition } from '@atrium/contracts'
import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { use } from 'react'
import { ExpressionField } from './expression-field.tsx'
import { FieldContext } from './field-context.ts'
import { comparesWith, operators, operatorWords } from './fields.ts'
import classes from './inspector.module.css'
import { TypedField } from './typed-field.tsx'
import { typedValue } from './typed-value.ts'

/** A group of conditions as it is being built. */
export interface Group {
  readonly combinator: 'and' | 'or'
  readonly conditions: readonly Condition[]
}

/** The group of parameters that may hold anything. */
export function groupOf(params: { readonly combinator?: unknown; readonly conditions?: unknown }): Group {
  const { combinator, conditions } = params
  return {
    combinator: combinator === 'or' ? 'or' : 'and',
    conditions: Array.isArray(conditions) ? (conditions as Condition[]) : [],
  }
}

const first: Condition = { left: '', operator: 'is', right: '' }
const data = operators.map((value) => ({ value, label: operatorWords[value] }))

/** Builds a group of conditions: what is compared, how, and with what. */
export function ConditionsField({
  group,
  path,
  onChange,
}: {
  group: Group
  /** The path of its list in the parameters: `conditions`. */
  path: string
  onChange: (group: Group) => void
}) {
  const { isLocked, problemOf } = use(FieldContext)
  const { combinator, conditions } = group
  const change = (at: number, condition: Condition) =>
    onChange({ ...group, conditions: conditions.map((each, index) => (index === at ? condition : each)) })
  const error = problemOf(path)
  return (
    <fieldset className="plain-group stack">
      <legend className={classes.legend}>Conditions</legend>
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
      {conditions.map((condition, at) => {
        const { left, operator, right } = condition
        const name = `condition ${at + 1}`
        return (
          // conditions have no other name than their place
          <div key={at} className={`sunken ${classes.condition}`}>
            <div className={`fine ${classes.conditionHead}`}>
              <span>{at === 0 ? 'Where' : combinator === 'and' ? 'and' : 'or'}</span>
              <ActionIcon
                aria-label={`Remove ${name}`}
                disabled={isLocked}
                onClick={() =>
                  onChange({ ...group, conditions: conditions.filter((_, index) => index !== at) })
                }
              >
                <IconTrash size={14} />
              </ActionIcon>
            </div>
            <ExpressionField
              label={`Field of ${name}`}
              hidesLabel
              placeholder="title, or {{ $json.title }}"
              path={`${path}.${at}.left`}
              value={left}
              onChange={(value) => change(at, { ...condition, left: value })}
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
                change(at, { ...rest, ...compared, operator: chosen })
              }}
            />
            {comparesWith(operator) && (
              <TypedField
                label={`Value of ${name}`}
                hidesLabel
                placeholder="Value"
                path={`${path}.${at}.right`}
                value={right}
                read={typedValue}
                onChange={(value) => change(at, { ...condition, right: value })}
              />
            )}
          </div>
        )
      })}
      {error !== undefined && <p className={classes.error}>{error}</p>}
      <Button
        variant="default"
        size="compact-md"
        disabled={isLocked}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange({ ...group, conditions: [...conditions, first] })}
      >
        Add a condition
      </Button>
    </fieldset>
  )
}
