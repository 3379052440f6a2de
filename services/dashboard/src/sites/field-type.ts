/** The properties of a form field for one type of value. */
export interface FieldOf<Value, Written = Value> {
  readonly label: string
  readonly required: boolean
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Written) => void
}
