import { Box, Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { libraryQuery, newestQuery } from '../platform/files/assets.ts'
import { flattenFiles } from '../platform/files/library-cache.ts'
import { Empty, NoMatch } from '../ui/page/empty.tsx'
import { Skeletons } from '../ui/page/skeletons.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import type { AssetsSearch } from './assets-search.ts'
import { FileGrid } from './file-grid.tsx'
import { FilePreview } from './file-preview.tsx'

interface LibraryProps {
  readonly search: AssetsSearch
  readonly onChange: (change: Partial<AssetsSearch>) => void
  readonly onUpload: () => void
}

export function Library({ search, onChange, onUpload }: LibraryProps) {
  const filter = { kind: search.media, visibility: search.visibility, q: search.q }
  const query = useInfiniteQuery(libraryQuery(filter))
  useQuery(newestQuery(filter))
  const files = useMemo(() => flattenFiles(query.data), [query.data])
  const { hasNextPage, isFetching, fetchNextPage } = query
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const open = useCallback((file: string) => onChange({ file }), [onChange])
  const filtered =
    search.media !== undefined || search.visibility !== undefined || search.q !== undefined
  return (
    <>
      <Waiting query={query}>
        <Box
          display="grid"
          p="4px var(--gutter)"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))', gap: 12 }}
          aria-busy="true"
        >
          <Skeletons count={12} style={{ aspectRatio: 1, borderRadius: 10 }} />
        </Box>
      </Waiting>
      {query.isSuccess && files.length === 0 && !hasNextPage && filtered && (
        <NoMatch
          icon={IconPhoto}
          title="No file matches"
          action="Show all files"
          onClear={() => onChange({ media: undefined, visibility: undefined, q: undefined })}
        >
          {search.q === undefined
            ? 'No file has this kind and access.'
            : 'The search looks at names, descriptions and tags.'}
        </NoMatch>
      )}
      {query.isSuccess && files.length === 0 && !hasNextPage && !filtered && (
        <Empty
          icon={IconPhoto}
          title="No files yet"
          action={<Button onClick={onUpload}>Upload the first file</Button>}
        >
          Keep the pictures, sounds and videos for your posts, cards and sites here. Drop files,
          paste them or choose them.
        </Empty>
      )}
      {files.length > 0 && <FileGrid files={files} onOpen={open} onNearEnd={more} />}
      {search.file !== undefined && query.isSuccess && (
        <FilePreview
          files={files}
          open={search.file}
          loadMore={hasNextPage ? more : undefined}
          onOpen={open}
          onClose={() => onChange({ file: undefined })}
        />
      )}
    </>
  )
}
