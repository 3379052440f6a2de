import type { OrgRole } from '@atrium/contracts'
import { Button, CopyButton, Loader, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { type ComputerKey, readComputerKey } from '../identity/seal-key.ts'
import { createApiKeyMutation } from '../settings/developers/api-key-queries.ts'
import { keyDaySeconds, keyLifetimes } from '../settings/developers/key-access.ts'
import { RoleSelect } from '../settings/organisation/role-select.tsx'
import settings from '../settings/settings.module.css'
import { useRole } from '../settings/use-role.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

const route = getRouteApi('/entrance/connect-computer')

/**
 * The page for `atrium login`. It creates an API key, and only the user's computer can decrypt the
 * key.
 */
export function ConnectComputerPage() {
  const { key = '' } = route.useSearch()
  const read = useQuery({
    queryKey: ['computer-key', key],
    queryFn: () => readComputerKey(key),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (read.isPending) return <Loader size="sm" mt="lg" />
  if (read.data === undefined) {
    return (
      <EntranceCard
        title="This is not the address of a login"
        lead={
          window.isSecureContext
            ? 'Run atrium login again and open the address that it shows.'
            : 'A browser encrypts keys on https alone: open Atrium by its https address.'
        }
      >
        <Button renderRoot={(props) => <Link {...props} to="/" />} fullWidth>
          Go to Atrium
        </Button>
      </EntranceCard>
    )
  }
  return <Ask computer={read.data} />
}

const toName = (text: string | undefined): string => text?.trim().slice(0, 60) || 'a computer'

function Ask({ computer }: { computer: ComputerKey }) {
  const { name: given, port } = route.useSearch()
  const { org } = useRole()
  const name = toName(given)
  // The default is the weakest role, because every program on that computer can read the key.
  const form = useForm({ initialValues: { role: 'member' as OrgRole, days: '90' } })
  const create = useMutation(createApiKeyMutation(useQueryClient(), org.id))
  const allow = useMutation({
    mutationFn: async ({ role, days }: typeof form.values) => {
      const expiresIn = days === '0' ? null : Number(days) * keyDaySeconds
      const made = await create.mutateAsync({
        scopes: null,
        name: `atrium on ${name}`,
        role,
        expiresIn,
      })
      return computer.seal(made.key)
    },
    onSuccess: (answer) => {
      if (isPort(port))
        window.location.replace(`http://127.0.0.1:${port}/?${new URLSearchParams({ answer })}`)
    },
  })
  if (allow.isSuccess && !isPort(port)) return <Answer answer={allow.data} />
  return (
    <EntranceCard
      title="Let this computer in?"
      lead={
        <>
          <bdi>{name}</bdi> asks for a key of <bdi>{org.name}</bdi>. Continue only if you ran atrium
          login there and its terminal shows this code.
        </>
      }
      foot={
        <Link to="/" className={`link ${classes.link}`}>
          Do not allow
        </Link>
      }
    >
      <form className="fields" onSubmit={form.onSubmit((values) => allow.mutate(values))}>
        <div className={`line sunken ${settings.secret}`}>
          <code role="status" aria-label="Code">
            {computer.code}
          </code>
        </div>
        <FormAlert error={allow.error} />
        <RoleSelect own={org.role} role={form.values.role} {...form.getInputProps('role')} />
        <Select
          label="Ends"
          allowDeselect={false}
          data={keyLifetimes}
          {...form.getInputProps('days')}
        />
        <BusyButton type="submit" loading={allow.isPending || allow.isSuccess} fullWidth>
          The codes are the same: allow
        </BusyButton>
      </form>
    </EntranceCard>
  )
}

const isPort = (port: number | undefined): port is number =>
  port !== undefined && Number.isInteger(port) && port >= 1_024 && port <= 65_535

const Answer = ({ answer }: { answer: string }) => (
  <EntranceCard
    title="Copy this into the terminal"
    lead="Only the atrium login that you have started can read it. Do not share it with anybody."
    foot={
      <Link to="/" className={`link ${classes.link}`}>
        Go to Atrium
      </Link>
    }
  >
    <div className="fields">
      <div className={`line sunken ${settings.secret}`}>
        <code role="status" aria-label="Answer">
          {answer}
        </code>
      </div>
      <CopyButton value={answer}>
        {({ copied, copy }) => (
          <Button onClick={copy} fullWidth>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  </EntranceCard>
)
