import { Button, Loader, Radio, Select, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { answerMutation, clientQuery } from '../assistants/consent-queries.ts'
import { type ConsentRequest, readConsentRequest } from '../assistants/consent-request.ts'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { meQuery } from '../platform/session/me.ts'
import { orgsQuery } from '../platform/session/orgs.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

const route = getRouteApi('/entrance/consent')

/** Asks the user if an assistant may work in one of the user's organisations. */
export function ConsentPage() {
  const { request: query = '' } = route.useSearch()
  const me = useQuery(meQuery)
  const request = readConsentRequest(query)
  if (request === undefined) {
    return (
      <EntranceCard title="There is nothing to approve" lead="Connect again from your assistant.">
        <Button renderRoot={(props) => <Link {...props} to="/" />} fullWidth>
          Go to Atrium
        </Button>
      </EntranceCard>
    )
  }
  if (me.isPending) return <Loader size="sm" mt="lg" />
  if (me.isError) {
    return (
      <EntranceCard title="Connect an assistant">
        <FormAlert error={me.error} />
      </EntranceCard>
    )
  }
  if (me.data === null) return <SignedOut query={query} />
  const { user, org } = me.data
  return <Question request={request} email={user.email} activeOrgId={org?.id} />
}

function SignedOut({ query }: { query: string }) {
  const search = { next: `/consent?${new URLSearchParams({ request: query })}` }
  return (
    <EntranceCard
      title="Connect an assistant"
      lead="An assistant asks to work in Atrium for you. Sign in to see what it asks."
    >
      <div className="fields" style={{ gap: 8 }}>
        <Button renderRoot={(props) => <Link {...props} to="/sign-in" search={search} />} fullWidth>
          Sign in
        </Button>
        <Button
          renderRoot={(props) => <Link {...props} to="/sign-up" search={search} />}
          variant="default"
          fullWidth
        >
          Create an account
        </Button>
      </div>
    </EntranceCard>
  )
}

interface QuestionProps {
  readonly request: ConsentRequest
  readonly email: string
  readonly activeOrgId: string | undefined
}

function Question({ request, email, activeOrgId }: QuestionProps) {
  const client = useQuery(clientQuery(request.clientId))
  const orgs = useQuery({ ...orgsQuery, staleTime: 0 })
  const [chosen, setChosen] = useState(activeOrgId)
  const [access, setAccess] = useState('read')
  const answer = useMutation(answerMutation(request))
  if (client.isPending || orgs.isPending) return <Loader size="sm" mt="lg" />
  if (client.isError || orgs.isError) {
    return (
      <EntranceCard title="Connect an assistant" foot={`You are signed in as ${email}.`}>
        <FormAlert error={client.error ?? orgs.error} />
      </EntranceCard>
    )
  }
  const name = client.data.client_name ?? 'An assistant'
  const orgId = chosen ?? orgs.data[0]?.id
  if (orgId === undefined) {
    return (
      <EntranceCard
        title={`Connect ${name}`}
        heading={
          <>
            Connect <bdi>{name}</bdi>
          </>
        }
        lead="An assistant works in an organisation, and you have none yet. Create one, then connect again."
        foot={`You are signed in as ${email}.`}
      >
        <Button renderRoot={(props) => <Link {...props} to="/create-organisation" />} fullWidth>
          Create an organisation
        </Button>
      </EntranceCard>
    )
  }
  const send = (accept: boolean) =>
    answer.mutate({ accept, write: access === 'write', orgId, activeOrgId })
  const leaving = answer.isPending || answer.isSuccess
  return (
    <EntranceCard
      title={`Connect ${name}?`}
      heading={
        <>
          Connect <bdi>{name}</bdi>?
        </>
      }
      lead={
        <>
          It asks to work in Atrium with your rights. The answer goes to{' '}
          <b>{request.host ?? 'a program on this computer'}</b>.
        </>
      }
      foot={`You are signed in as ${email}. Allow this only if you began it yourself; you can disconnect it in the settings at any time.`}
    >
      <div className="fields">
        <FormAlert error={answer.error} />
        <Select
          label="Organisation"
          allowDeselect={false}
          data={orgs.data.map(({ id, name: label }) => ({ value: id, label }))}
          value={orgId}
          onChange={(value) => setChosen(value ?? orgId)}
        />
        <Radio.Group label="What it may do" value={access} onChange={setAccess}>
          <Stack gap={12} mt={8}>
            <Radio value="read" label="Read" description="Everything that you can see there" />
            <Radio
              value="write"
              disabled={!request.mayWrite}
              label="Read and change"
              description={
                request.mayWrite
                  ? 'Also create, publish, bill and delete, as far as your role allows'
                  : 'It does not ask for this'
              }
            />
          </Stack>
        </Radio.Group>
        <div style={{ display: 'grid', gap: 8 }}>
          <BusyButton
            fullWidth
            loading={leaving && answer.variables?.accept === true}
            onClick={() => send(true)}
          >
            Allow
          </BusyButton>
          <BusyButton fullWidth variant="default" blocked={leaving} onClick={() => send(false)}>
            Do not allow
          </BusyButton>
        </div>
      </div>
    </EntranceCard>
  )
}
