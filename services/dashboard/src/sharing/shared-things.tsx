import { captureLink } from '@atrium/contracts'
import { Box, Button, Group, Image, Stack } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { Empty } from '../ui/page/empty.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { forgetShared, readShared, type Shared } from './shared-store.ts'

const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: readShared,
  staleTime: 0,
  gcTime: 0,
})

/** Shows what another app shared, and asks what becomes of it. Nothing is stored before the user chooses. */
export function SharedThings() {
  const query = useQuery(sharedQuery)
  if (query.data === undefined) return <Waiting query={query}>{null}</Waiting>
  if (query.data === null)
    return (
      <Empty icon={IconShare} title="Nothing is shared">
        Share a link or a picture from another app, and choose Atrium.
      </Empty>
    )
  return <Choices shared={query.data} />
}

type Navigate = ReturnType<typeof useNavigate>

/** What each choice stores. Each returns a function that opens the page with the result. */
const choices = {
  card: async ({ url }: Shared) => {
    const { id } = await atrium.call(captureLink, { body: { url: url ?? '' } })
    return (go: Navigate) => go({ to: '/board', search: { card: id }, replace: true })
  },
  post: async ({ title, text, url, files }: Shared) => {
    const media: string[] = []
    for (const file of files) media.push((await atrium.upload(file, { visibility: 'pub' })).url)
    const parts = [title, text, url !== undefined && !text.includes(url) ? url : '']
    const body = parts.filter((part) => part !== '').join('\n')
    const search = { compose: 'new', text: body, media }
    return (go: Navigate) => go({ to: '/posts', search, replace: true })
  },
  files: async ({ files }: Shared) => {
    for (const file of files) await atrium.upload(file, { visibility: 'priv' })
    return (go: Navigate) => go({ to: '/files', search: {}, replace: true })
  },
}

function Choices({ shared }: { shared: Shared }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const use = useMutation({
    mutationFn: async (choice: keyof typeof choices) => {
      const showResult = await choices[choice](shared)
      await forgetShared()
      return showResult
    },
    onSuccess: async (showResult) => {
      await queryClient.invalidateQueries({ queryKey: ['assets'] })
      await showResult(navigate)
    },
    onError: toastRefusal('Not saved'),
  })
  const button = (choice: keyof typeof choices, label: string, variant = 'default') => (
    <BusyButton
      variant={variant}
      loading={use.isPending && use.variables === choice}
      blocked={use.isPending}
      onClick={() => use.mutate(choice)}
    >
      {label}
    </BusyButton>
  )
  const { title, text, url, files } = shared
  const words = url === undefined ? text : text.replace(url, '').trim()
  const hasFiles = files.length > 0
  return (
    <Stack gap={24} maw={640}>
      <Box className="card" p={16}>
        <Stack gap={8}>
          {title !== '' && <strong dir="auto">{title}</strong>}
          {words !== '' && (
            <p className="flush" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {words}
            </p>
          )}
          {url !== undefined && (
            <p className="quiet flush" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </p>
          )}
          {hasFiles && (
            <Group gap={12}>
              {files.map((file, index) => (
                <Picture key={index} file={file} />
              ))}
            </Group>
          )}
        </Stack>
      </Box>
      <Group gap={12}>
        {url !== undefined && button('card', 'Save link to the board', 'filled')}
        {hasFiles && button('files', 'Save to Files', url === undefined ? 'filled' : 'default')}
        {button('post', 'New post')}
        <Button
          variant="subtle"
          renderRoot={(props) => <Link to="/" onClick={() => void forgetShared()} {...props} />}
        >
          Discard
        </Button>
      </Group>
    </Stack>
  )
}

function Picture({ file }: { file: File }) {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return <Image src={src} alt={file.name} h={120} w="auto" maw="100%" radius="md" />
}
