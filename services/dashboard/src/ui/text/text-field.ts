/** Returns a text field's properties: its value, its change handler and its problem. */
export const textField = (value: string, onTyped: (value: string) => void, error?: string) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onTyped(event.currentTarget.value),
  ...(error !== undefined && { error }),
})
