import { Button } from '@mantine/core'
import { useFileDialog, useWindowEvent } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import classes from '../assets/assets.module.css'
import type { AssetsSearch } from '../assets/assets-search.ts'
import { LaneRoom } from '../assets/lane-room.tsx'
import { Library } from '../assets/library.tsx'
import { readPastedFiles } from '../assets/pasted-files.ts'
import { useStoredFiles } from '../assets/use-stored-files.ts'
import money from '../money/money.module.css'
import { usageQuery } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { afterwards, late } from '../platform/load-page.ts'
import { uploads } from '../platform/uploads.ts'
import { bytesLabel } from '../ui/bytes.ts'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/files')
const DropAnywhere = afterwards(
  async () => (await import('../assets/drop-anywhere.tsx')).DropAnywhere,
)
const UploadTray = late(async () => (await import('../assets/upload-tray.tsx')).UploadTray)

const LibraryFilters = afterwards(
  async () => (await import('../assets/library-filters.tsx')).LibraryFilters,
)
const Lane = afterwards(async () => (await import('../assets/lane.tsx')).Lane)

const filtersRoom = (
  <>
    <span className={`${money.grow} ${classes.room}`} />
    <span className={`${classes.filter} ${classes.room}`} />
    <span className={`${classes.filter} ${classes.room}`} aria-busy="true" />
  </>
)
const laneWords = {
  pub: 'Everybody who has the link can open this file.',
  priv: 'Only signed-in members of your organisation can open this file.',
} as const

export function AssetsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useSyncExternalStore(uploads.subscribe, uploads.get)
  const usage = useQuery(usageQuery)
  const [lane, setLane] = useState<Upload['visibility']>(search.visibility ?? 'priv')
  const [keepMetadata, setKeepMetadata] = useState(false)
  useStoredFiles(list)
  const change = useCallback(
    (changed: Partial<AssetsSearch>) =>
      void navigate({
        search: (old) => ({ ...old, ...changed }),
        replace: changed.file === undefined,
      }),
    [navigate],
  )
  const add = (files: Iterable<File>) => void uploads.add([...files], lane, { keepMetadata })
  const dialog = useFileDialog({
    resetOnOpen: true,
    onChange: (files) => files !== null && add(files),
  })
  useWindowEvent('paste', (event) => add(readPastedFiles(event)))
  const shown = list.filter(({ state }) => state.name !== 'stored')
  return (
    <div className="fill">
      <PageHeader title="Files" below>
        {usage.data !== undefined && (
          <span className="wide-only muted firm figures" style={{ marginRight: 8 }}>
            {usage.data.count} {usage.data.count === 1 ? 'file' : 'files'},{' '}
            {bytesLabel(usage.data.bytes)}
          </span>
        )}
        <Suspense fallback={filtersRoom}>
          <LibraryFilters search={search} onChange={change} />
        </Suspense>
        <Button flex="none" px={12} aria-label="Upload files" onClick={dialog.open}>
          <IconUpload size={16} aria-hidden />
          <span className="wide-only" style={{ marginLeft: 8 }}>
            Upload
          </span>
        </Button>
      </PageHeader>
      <Suspense fallback={<LaneRoom words={laneWords[lane]} />}>
        <Lane
          lane={lane}
          words={laneWords[lane]}
          onChange={setLane}
          keepMetadata={keepMetadata}
          onKeepMetadata={setKeepMetadata}
        />
      </Suspense>
      <Suspense>{shown.length > 0 && <UploadTray list={shown} />}</Suspense>
      <Library search={search} onChange={change} onUpload={dialog.open} />
      <Suspense>
        <DropAnywhere lane={laneWords[lane]} onFiles={add} />
      </Suspense>
    </div>
  )
}
