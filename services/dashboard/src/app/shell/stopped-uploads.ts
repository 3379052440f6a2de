import { useEffect } from 'react'
import { onStoppedUploads, type StoppedUploads, uploads } from '../../platform/files/uploads.ts'
import { toast } from '../../ui/toast.ts'

function report({ stopped, former, now }: StoppedUploads): void {
  const files = stopped.length === 1 ? '1 file was' : `${stopped.length} files were`
  const goOn = () => {
    for (const { file, visibility, keepMetadata } of stopped.toReversed())
      uploads.add([file], visibility, { keepMetadata })
  }
  toast(`${files} not stored in ${former.name}: you have left it`, {
    tone: 'bad',
    stays: true,
    ...(now === null ? {} : { action: { label: `Store in ${now.name}`, run: goOn } }),
  })
}

/**
 * Reports uploads stopped by a change of organisation, and offers to store the files in the new
 * organisation.
 */
export function StoppedUploadsReport() {
  useEffect(() => {
    onStoppedUploads.add(report)
    return () => void onStoppedUploads.delete(report)
  }, [])
  return null
}
