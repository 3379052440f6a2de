import { Combobox } from '@mantine/core'
import classes from './expression-field.module.css'
import type { FieldGroup } from './find-fields.ts'

/** The fields that can be inserted, in words with their value, grouped by step. */
export const FieldOptions = ({ groups }: { groups: readonly FieldGroup[] }) => (
  <Combobox.Options mah={280} style={{ overflow: 'auto' }} aria-label="Fields of earlier steps">
    {groups.map(({ from, fields }) => (
      <Combobox.Group key={from} label={from}>
        {fields.map(({ expression, label, shown }) => (
          <Combobox.Option key={expression} value={expression} className={classes.option}>
            <span className="clipped">{label}</span>
            {shown !== undefined && shown !== '' && (
              <span className={`clipped fine ${classes.value}`} dir="auto">
                {shown}
              </span>
            )}
          </Combobox.Option>
        ))}
      </Combobox.Group>
    ))}
    {groups.length === 0 && <Combobox.Empty>No field matches</Combobox.Empty>}
  </Combobox.Options>
)
