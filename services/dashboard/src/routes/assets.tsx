import { Button, NativeSelect } from '@mantine/core'
import { useFileDialog } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import classes from '../assets/assets.module.css'
import type { AssetsSearch } from '../assets/assets-search.ts'
import { filesOfPaste } from '../assets/files-of-paste.ts'
import { Library } from '../assets/library.tsx'
import { useStoredFiles } from '../assets/use-stored-files.ts'
import { usageQuery } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { uploads } from '../platform/uploads.ts'
import { bytesLabel } from '../ui/bytes.ts'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/assets')
const DropAnywhere = lazy(async () => ({
  default: (await import('../assets/drop-anywhere.tsx')).DropAnywhere,
}))
const UploadTray = lazy(async () => ({ default: (await import('../assets/upload-tray.tsx')).UploadTray }))

const kinds = [
  { value: '', label: 'All kinds' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
]
const lanes = [
  { value: '', label: 'All access' },
  { value: 'pub', label: 'Public' },
  { value: 'priv', label: 'Private' },
]
const laneWords = {
  pub: 'Everybody who has the address can open the file.',
  priv: 'Members of the organisation alone can open the file.',
} as const

export function AssetsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useSyncExternalStore(uploads.subscribe, uploads.get)
  const usage = useQuery(usageQuery)
  const [lane, setLane] = useState<Upload['visibility']>(search.visibility ?? 'pub')
  useStoredFiles(list)
  const change = useCallback(
    (changed: Partial<AssetsSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: !('file' in changed) }),
    [navigate],
  )
  const add = (files: Iterable<File>) => void uploads.add([...files], lane)
  const dialog = useFileDialog({ resetOnOpen: true, onChange: (files) => files !== null && add(files) })
  const paste = useEffectEvent((event: ClipboardEvent) => add(filesOfPaste(event)))
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [])
  const shown = list.filter(({ state }) => state.name !== 'stored')
  return (
    <div className={classes.page}>
      <PageHeader title="Assets">
        {usage.data !== undefined && (
          <span className={classes.usage}>
            {usage.data.count} {usage.data.count === 1 ? 'file' : 'files'}, {bytesLabel(usage.data.bytes)}
          </span>
        )}
        <NativeSelect
          className={classes.filter}
          aria-label="Kind"
          data={kinds}
          value={search.media ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ media: value === '' ? undefined : (value as AssetsSearch['media']) })
          }
        />
        <NativeSelect
          className={classes.filter}
          aria-label="Access"
          data={lanes}
          value={search.visibility ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ visibility: value === '' ? undefined : (value as AssetsSearch['visibility']) })
          }
        />
        <Button className={classes.uploadButton} aria-label="Upload files" onClick={dialog.open}>
          <IconUpload size={16} aria-hidden />
          <span className={classes.uploadLabel}>Upload</span>
        </Button>
      </PageHeader>
      <div className={classes.lane}>
        <label htmlFor="lane">New files are</label>
        <NativeSelect
          id="lane"
          size="xs"
          aria-describedby="lane-words"
          data={[
            { value: 'pub', label: 'Public' },
            { value: 'priv', label: 'Private' },
          ]}
          value={lane}
          onChange={({ currentTarget: { value } }) => setLane(value as Upload['visibility'])}
        />
        <span id="lane-words">{laneWords[lane]}</span>
        <span className={classes.caps}>Images to 5 MB, audio to 50 MB, video to 512 MB</span>
      </div>
      <Suspense>{shown.length > 0 && <UploadTray list={shown} />}</Suspense>
      <Library search={search} onChange={change} onUpload={dialog.open} />
      <Suspense>
        <DropAnywhere lane={laneWords[lane]} onFiles={add} />
      </Suspense>
    </div>
  )
}
