import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Channels } from '../channels/channels.tsx'
import { PagePicker } from '../channels/page-picker.tsx'
import { TokenDialog } from '../channels/token-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast.ts'

const route = getRouteApi('/inside/channels')

export function ChannelsPage() {
  const { connected, error, detail, picker } = route.useSearch()
  const navigate = route.useNavigate()
  const [token, setToken] = useState(false)
  useEffect(() => {
    if (connected === undefined && error === undefined) return
    if (connected !== undefined) toast('The channel is connected')
    else toast(detail ?? `The network answered ${error}`, { tone: 'bad' })
    void navigate({ search: { picker }, replace: true })
  }, [connected, error, detail, picker, navigate])
  return (
    <>
      <PageHeader title="Channels" />
      <Channels onToken={() => setToken(true)} />
      {token && (
        <TokenDialog
          onClose={() => setToken(false)}
          onPicker={(id) => {
            setToken(false)
            void navigate({ search: { picker: id } })
          }}
        />
      )}
      {picker !== undefined && (
        <PagePicker id={picker} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </>
  )
}
