/** A form field's properties for one value type. */
export interface FieldOf<Value, Written = Value> {
  readonly label: string
  readonly required: boolean
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Written) => void
}
