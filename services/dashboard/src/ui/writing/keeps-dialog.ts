/** Properties of what takes the focus: Escape there closes the suggestion and not the dialog around it. */
export const keepsDialog = { 'data-mantine-stop-propagation': true } as const
