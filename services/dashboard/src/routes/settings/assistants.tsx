import type { McpGrant } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endGrantMutation, grantsQuery } from '../../assistants/grant-queries.ts'
import { Lately } from '../../assistants/lately.tsx'
import { apiOrigin } from '../../platform/page-facts.ts'
import { LastUse, RecordSection, Row } from '../../settings/section.tsx'
import { useRole } from '../../settings/use-role.ts'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { Page } from '../../ui/page/page-header.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { When } from '../../ui/when.tsx'

const serverAddress = `${apiOrigin}/api/mcp`

/** Lists the user's connected assistants, and can disconnect them. */
export function AssistantsPage() {
  const query = useQuery(grantsQuery)
  const [ended, setEnded] = useState<McpGrant>()
  return (
    <Page title="Assistants">
      <RecordSection
        title="Connected"
        lead="Each assistant works in one organisation with only the rights that you allowed."
        query={query}
        records={query.data}
        empty={
          <Empty
            icon={IconRobot}
            title="No assistant is connected"
            action={
              <Button
                variant="default"
                onClick={() => void copyText(serverAddress, 'The address is copied')}
              >
                Copy the address
              </Button>
            }
          >
            Add <code>{serverAddress}</code> to your assistant as a remote MCP server. It leads you
            here to ask what it may do.
          </Empty>
        }
        row={(grant) => <GrantRow key={grant.id} grant={grant} onEnd={() => setEnded(grant)} />}
      />
      {ended !== undefined && <EndGrant grant={ended} onClose={() => setEnded(undefined)} />}
    </Page>
  )
}

function GrantRow({ grant, onEnd }: { grant: McpGrant; onEnd: () => void }) {
  const { client, org, scopes, createdAt, lastUsedAt } = grant
  const { org: own, isAdmin } = useRole()
  return (
    <Row
      before={<IconRobot size={20} stroke={1.5} className="glyph" aria-hidden />}
      named
      label={<bdi>{client.name}</bdi>}
      hint={
        <>
          {scopes.includes('atrium:write') ? 'Reads and changes' : 'Reads'} · {org.name} · since{' '}
          <When at={createdAt} /> · <LastUse at={lastUsedAt} />
        </>
      }
      more={isAdmin && org.id === own.id && <Lately grantId={grant.id} />}
    >
      <Button variant="default" aria-label={`Disconnect ${client.name}`} onClick={onEnd}>
        Disconnect
      </Button>
    </Row>
  )
}

function EndGrant({ grant, onClose }: { grant: McpGrant; onClose: () => void }) {
  const end = useMutation(endGrantMutation(useQueryClient()))
  const { name } = grant.client
  return (
    <QuestionDialog
      title={`Disconnect ${name}?`}
      action="Disconnect"
      error={end.error}
      pending={end.isPending}
      onConfirm={() =>
        end.mutate(grant.id, {
          onSuccess: () => {
            onClose()
            toast(`${name} is disconnected`)
          },
        })
      }
      onClose={onClose}
    >
      The assistant loses access immediately. To use it again, connect it again from the assistant.
    </QuestionDialog>
  )
}
