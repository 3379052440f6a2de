import { CardKind, EmailAddress, platformOfHost, type SocialPlatform } from '@atrium/contracts'

/** Where an item goes when it leaves a node. */
export type DispatchTarget =
  | { to: 'card'; kind: Exclude<CardKind, 'post'> }
  /** An automated post. `address` is a channel URI or id. */
  | { to: 'channel'; address: string }
  | { to: 'manual'; platform: SocialPlatform }
  | { to: 'mail'; address: string }
  | { to: 'webhook'; endpointId: string }

type Read = DispatchTarget | { problem: string }

const longest = 2_048

function cardTarget(name: string): Read {
  const { data: kind } = CardKind.safeParse(name)
  if (kind === 'post')
    return {
      problem: 'Choose an account for the post, or manual://<network host> to publish it yourself',
    }
  return kind === undefined
    ? { problem: `No kind of card is called "${name}"` }
    : { to: 'card', kind }
}

function manualTarget(host: string): Read {
  const platform = platformOfHost(host)
  return platform === undefined || platform === 'email'
    ? { problem: `No network has the host "${host}"` }
    : { to: 'manual', platform }
}

function mailTarget(text: string): Read {
  const { data: address } = EmailAddress.safeParse(decoded(text))
  return address === undefined
    ? { problem: 'Enter one email address after mailto:' }
    : { to: 'mail', address }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const schemes: Readonly<Record<string, (rest: string) => Read>> = {
  'board://': cardTarget,
  'manual://': manualTarget,
  'mailto:': mailTarget,
  'webhook://': (endpointId) =>
    endpointId === '' ? { problem: 'Choose a webhook endpoint' } : { to: 'webhook', endpointId },
}

/** Parses a destination URI (docs/reference/workflows.md, "Destinations"). */
export function readDestination(text: string): Read {
  const uri = text.trim()
  if (uri.length > longest)
    return { problem: `A destination can have at most ${longest} characters` }
  for (const [scheme, read] of Object.entries(schemes)) {
    if (uri.startsWith(scheme)) return read(uri.slice(scheme.length))
  }
  if (uri.startsWith('social://') || uri.startsWith('chn_')) return { to: 'channel', address: uri }
  return {
    problem:
      'This is not a destination. Use board://<kind>, an account, manual://<network host>, mailto:<address> or webhook://<endpoint id>.',
  }
}

/** Returns true if a destination takes posts. */
export const takesPosts = ({ to }: DispatchTarget): boolean => to === 'channel' || to === 'manual'

/** Returns a destination URI's problem. Undefined if it is valid. */
export function destinationProblem(text: string): string | undefined {
  const read = readDestination(text)
  return 'problem' in read ? read.problem : undefined
}

/** Returns the problem with a destination for posts. Undefined if it is valid. */
export function postDestinationProblem(text: string): string | undefined {
  const read = readDestination(text)
  if ('problem' in read) return read.problem
  return takesPosts(read)
    ? undefined
    : 'Choose an account for the post, or manual://<network host> to publish it yourself'
}
