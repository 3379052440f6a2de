import '@mantine/dropzone/styles.css'
import { SegmentedControl } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import classes from '../assets/assets.module.css'
import { UploadRow } from '../assets/upload-row.tsx'
import { usageQuery } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { uploads } from '../platform/uploads.ts'
import { bytesLabel } from '../ui/bytes.ts'
import { PageHeader } from '../ui/page-header.tsx'

export function AssetsPage() {
  const list = useSyncExternalStore(uploads.subscribe, uploads.get)
  const usage = useQuery(usageQuery)
  const queryClient = useQueryClient()
  const [lane, setLane] = useState<Upload['visibility']>('pub')
  const stored = list.filter(({ state }) => state.name === 'stored').length
  useEffect(() => {
    if (stored > 0) void queryClient.invalidateQueries(usageQuery)
  }, [stored, queryClient])
  return (
    <>
      <PageHeader title="Assets">
        {usage.data !== undefined && (
          <span className={classes.usage}>
            {usage.data.count} {usage.data.count === 1 ? 'file' : 'files'}, {bytesLabel(usage.data.bytes)}
          </span>
        )}
        <SegmentedControl
          aria-label="Who can read new files"
          size="sm"
          data={[
            { value: 'pub', label: 'Public' },
            { value: 'priv', label: 'Private' },
          ]}
          value={lane}
          onChange={(value) => setLane(value as Upload['visibility'])}
        />
      </PageHeader>
      <div className={classes.page}>
        <Dropzone
          className={classes.drop}
          onDrop={(files) => uploads.add(files, lane)}
          inputProps={{ 'aria-label': 'Files to upload' }}
          aria-label="Drop files or choose them"
        >
          <IconCloudUpload size={28} stroke={1.5} aria-hidden />
          <p className={classes.dropTitle}>Drop files here, or choose them</p>
          <p className={classes.quiet}>Images to 5 MB, audio to 50 MB, video to 512 MB</p>
        </Dropzone>
        <ul className={classes.list}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      </div>
    </>
  )
}
