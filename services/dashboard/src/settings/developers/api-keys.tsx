import { Box, Button, Menu } from '@mantine/core'
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { When } from '../../ui/when.tsx'
import { membersQuery } from '../organisation/member-queries.ts'
import { roleWords } from '../organisation/member-rules.ts'
import { LastUse, RecordSection, Row, Tag } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { type ApiKey, apiKeysQuery, revokeApiKeyMutation } from './api-key-queries.ts'
import { scopeLabel } from './key-access.ts'

/** Lists the API keys. `onCreate` gets the key to replace, if any. */
export function ApiKeys({ onCreate }: { onCreate: (replaced?: ApiKey) => void }) {
  const { org, isAdmin } = useRole()
  const query = useQuery(apiKeysQuery(org.id))
  const [revoked, setRevoked] = useState<ApiKey>()
  return (
    <>
      <RecordSection
        title="Keys"
        lead={
          isAdmin
            ? 'Programs have the role of their key, but never more rights than the member who created it.'
            : 'The keys that you created. Owners and admins see the keys of all members.'
        }
        query={query}
        records={query.data}
        rows={2}
        empty={
          <Empty
            icon={IconKey}
            title="No key yet"
            action={<Button onClick={() => onCreate()}>New key</Button>}
          >
            A key lets your own program use the Atrium API.
          </Empty>
        }
        row={(key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onRevoke={() => setRevoked(key)}
            onReplace={() => onCreate(key)}
          />
        )}
      />
      {revoked !== undefined && (
        <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </>
  )
}

function describeState({ enabled, expiresAt }: ApiKey): string | undefined {
  if (!enabled) return 'Disabled'
  return expiresAt !== null && Date.parse(expiresAt) < Date.now() ? 'Expired' : undefined
}

interface KeyRowProps {
  readonly apiKey: ApiKey
  readonly onRevoke: () => void
  readonly onReplace: () => void
}

function KeyRow({ apiKey, onRevoke, onReplace }: KeyRowProps) {
  const { org } = useRole()
  const { user } = useMe()
  const { data: members } = useQuery(membersQuery(org.id))
  const { createdBy, role, scopes } = apiKey.metadata
  const creator = members?.find(({ userId }) => userId === createdBy)?.user.name
  const state = describeState(apiKey)
  const name = apiKey.name ?? 'Key'
  return (
    <Row
      before={<IconKey size={20} stroke={1.5} className="glyph" aria-hidden />}
      named
      label={
        <>
          <bdi>{name}</bdi>{' '}
          <Box component="span" ff="monospace" fz={12}>
            {apiKey.start}…
          </Box>
        </>
      }
      hint={
        <>
          {roleWords[role][0]} · {scopes == null ? '' : `${scopes.map(scopeLabel).join(', ')} · `}by{' '}
          {createdBy === user.id ? 'you' : (creator ?? 'a member')}, <When at={apiKey.createdAt} />{' '}
          · <LastUse at={apiKey.lastRequest} />
          {apiKey.expiresAt !== null && state !== 'Expired' && (
            <>
              {' · ends '}
              <When at={apiKey.expiresAt} />
            </>
          )}
        </>
      }
    >
      {state !== undefined && <Tag tone="warn">{state}</Tag>}
      <ActionsMenu label={`Actions for ${name}`}>
        <Menu.Item leftSection={<IconRefresh size={14} aria-hidden />} onClick={onReplace}>
          Replace
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onRevoke}
        >
          Revoke
        </Menu.Item>
      </ActionsMenu>
    </Row>
  )
}

/** Asks before a key is revoked, because its secret cannot be restored. */
function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useMutation(revokeApiKeyMutation(useQueryClient()))
  const name = apiKey.name ?? 'the key'
  return (
    <QuestionDialog
      title={`Revoke ${name}?`}
      action="Revoke"
      error={revoke.error}
      pending={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(apiKey.id, {
          onSuccess: () => {
            onClose()
            toast(`${name} is revoked`)
          },
        })
      }
      onClose={onClose}
    >
      Programs that use this key lose access immediately.{' '}
      {apiKey.lastRequest !== null && (
        <>
          It was used <When at={apiKey.lastRequest} />.
        </>
      )}
    </QuestionDialog>
  )
}
