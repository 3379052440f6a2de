import { SegmentedControl } from '@mantine/core'
import { use, useState } from 'react'
import { FieldContext, type FieldProps } from './field-context.ts'
import { fieldsOfText, hasFields, toJsonText } from './json-body.ts'
import { PairsField } from './list-fields.tsx'
import { TypedField } from './typed-field.tsx'

const asTyped = (text: string): string | undefined => (text === '' ? undefined : text)

export function JsonField(props: FieldProps) {
  const { field, path, value, onChange } = props
  const { isLocked } = use(FieldContext)
  const [asText, setAsText] = useState(value !== undefined && !hasFields(value))
  const text = toJsonText(value)
  const isText = asText || (value !== undefined && !hasFields(value))
  const fields = isText ? fieldsOfText(text) : undefined
  return (
    <div className="column">
      <SegmentedControl
        size="xs"
        aria-label={`Kind of ${field.label}`}
        disabled={isLocked}
        value={isText ? 'json' : 'fields'}
        data={[
          { value: 'fields', label: 'Fields', disabled: isText && fields === undefined },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={(kind) => {
          setAsText(kind === 'json')
          if (kind === 'json') onChange(asTyped(text))
          else onChange(fields !== undefined && Object.keys(fields).length > 0 ? fields : undefined)
        }}
      />
      {isText ? (
        <TypedField
          label={field.label}
          help={field.help}
          path={path}
          isNeeded={field.isNeeded}
          long
          placeholder={'{ "name": "{{ $json.name }}" }'}
          value={text}
          read={asTyped}
          onChange={onChange}
        />
      ) : (
        <PairsField {...props} />
      )}
    </div>
  )
}
