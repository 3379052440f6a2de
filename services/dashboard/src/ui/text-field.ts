/** The properties of a text field: its value, the step that takes another one, and its problem. */
export const textField = (value: string, onTyped: (value: string) => void, error?: string) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onTyped(event.currentTarget.value),
  ...(error !== undefined && { error }),
})
