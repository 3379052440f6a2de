/** The files of the clipboard; none while a field takes the text of the same paste. */
export function readPastedFiles({ target, clipboardData }: ClipboardEvent): File[] {
  const isField =
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable="true"]') !== null
  return isField || clipboardData === null ? [] : [...clipboardData.files]
}
