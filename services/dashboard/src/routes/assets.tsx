import { Button } from '@mantine/core'
import { useFileDialog, useWindowEvent } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { AssetsSearch } from '../assets/assets-search.ts'
import { DropAnywhere } from '../assets/drop-anywhere.tsx'
import { Lane } from '../assets/lane.tsx'
import { Library } from '../assets/library.tsx'
import { LibraryFilters } from '../assets/library-filters.tsx'
import { readPastedFiles } from '../assets/pasted-files.ts'
import { UploadTray } from '../assets/upload-tray.tsx'
import { useStoredFiles } from '../assets/use-stored-files.ts'
import { usageQuery } from '../platform/files/assets.ts'
import type { Upload } from '../platform/files/create-uploads.ts'
import { uploads } from '../platform/files/uploads.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { bytesLabel } from '../ui/text/bytes.ts'

const route = getRouteApi('/inside/files')

const laneWords = {
  pub: 'Everybody who has the link can open this file.',
  priv: 'Only signed-in members of your organisation can open this file.',
} as const

export function AssetsPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
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
        <LibraryFilters search={search} onChange={change} />
        <Button flex="none" px={12} aria-label="Upload files" onClick={dialog.open}>
          <IconUpload size={16} aria-hidden />
          <span className="wide-only" style={{ marginLeft: 8 }}>
            Upload
          </span>
        </Button>
      </PageHeader>
      <Lane
        lane={lane}
        words={laneWords[lane]}
        onChange={setLane}
        keepMetadata={keepMetadata}
        onKeepMetadata={setKeepMetadata}
      />
      {shown.length > 0 && <UploadTray list={shown} />}
      <Library search={search} onChange={change} onUpload={dialog.open} />
      <DropAnywhere lane={laneWords[lane]} onFiles={add} />
    </div>
  )
}
