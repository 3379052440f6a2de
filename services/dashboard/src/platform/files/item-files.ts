import type { ItemFile } from '@atrium/contracts'

const fileId = /^file_[0-9a-f]{32}$/

function isItemFile(value: unknown): value is ItemFile {
  if (typeof value !== 'object' || value === null) return false
  const { fileId: id, name, contentType, bytes } = value as Partial<Record<keyof ItemFile, unknown>>
  return (
    typeof id === 'string' &&
    fileId.test(id) &&
    typeof name === 'string' &&
    typeof contentType === 'string' &&
    typeof bytes === 'number'
  )
}

/** Returns the files in a free field's value, each once. Leaves out everything else. */
export function readItemFiles(value: unknown): readonly ItemFile[] {
  const found = (Array.isArray(value) ? value : [value]).filter(isItemFile)
  return [...new Map(found.map((file) => [file.fileId, file])).values()]
}
