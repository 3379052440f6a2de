/** A field of a form with a value of its own kind. */
export interface FieldOf<Value, Written = Value> {
  readonly label: string
  readonly required: boolean
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Written) => void
}
