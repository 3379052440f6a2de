/**
 * Returns the pasted files. Empty if the focus is in a text field, because the field takes the
 * paste.
 */
export function readPastedFiles({ target, clipboardData }: ClipboardEvent): File[] {
  const isField =
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable="true"]') !== null
  return isField || clipboardData === null ? [] : [...clipboardData.files]
}
