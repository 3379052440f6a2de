import { connectNetworks } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallbackAlert } from '../channels/callback-alert.tsx'
import { Channels } from '../channels/channels.tsx'
import type { ChannelsSearch } from '../channels/channels-search.ts'
import { ImapDialog } from '../channels/imap-dialog.tsx'
import { ModelDialog } from '../channels/model-dialog.tsx'
import { Networks } from '../channels/networks.tsx'
import { PageChoice } from '../channels/page-choice.tsx'
import { PendingPickers } from '../channels/pending-pickers.tsx'
import { TokenDialog } from '../channels/token-dialog.tsx'
import { channelsQuery, pickersQuery } from '../platform/records/shared-queries.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/channels')

export function ChannelsPage() {
  const { connected, error, detail, picker, token, channel: channelId } = route.useSearch()
  const pasted = connectNetworks.find((network) => network === token)
  const navigate = usePageNavigate(route.useNavigate())
  const show = (search: ChannelsSearch, replace = false) => void navigate({ search, replace })
  const { data: channels, isPending: areChannelsPending } = useQuery(channelsQuery)
  const [shared, setShared] = useState(false)
  const areAbovePending = useQuery(pickersQuery).isPending || areChannelsPending
  const name = channels?.items.find(({ id }) => id === connected)?.name
  const loaded = channels !== undefined
  const renewed = channels?.items.find(({ id }) => id === channelId)
  useEffect(() => {
    if (connected === undefined || !loaded) return
    toast(`${name ?? 'The account'} is connected`)
    void navigate({ search: {}, replace: true })
  }, [connected, loaded, name, navigate])
  return (
    <>
      <PageHeader title="Accounts" />
      <div className="page">
        {error !== undefined && (
          <CallbackAlert error={error} detail={detail} onClose={() => show({}, true)} />
        )}
        <PendingPickers onPick={(id) => show({ picker: id })} />
        <Channels onToken={({ id, network }) => show({ token: network, channel: id })} />
        {/* The networks appear together with the content above them. Otherwise they would jump. */}
        {!areAbovePending && (
          <Networks
            shared={shared}
            onShared={setShared}
            onToken={(network) => show({ token: network })}
          />
        )}
      </div>
      {pasted === 'model' && <ModelDialog shared={shared} onClose={() => show({}, true)} />}
      {pasted === 'imap' && (channelId === undefined || loaded) && (
        <ImapDialog
          key={renewed?.id}
          channel={renewed}
          shared={shared}
          onClose={() => show({}, true)}
        />
      )}
      {pasted !== undefined && pasted !== 'model' && pasted !== 'imap' && (
        <TokenDialog
          network={pasted}
          shared={shared}
          onClose={() => show({}, true)}
          onPicker={(id) => show({ picker: id }, true)}
        />
      )}
      {picker !== undefined && <PageChoice id={picker} onClose={() => show({}, true)} />}
    </>
  )
}
