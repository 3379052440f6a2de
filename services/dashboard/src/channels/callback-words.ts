interface Words {
  readonly title: string
  readonly remedy: string
}

const denied: Words = {
  title: 'The access was not allowed',
  remedy: 'Connect again, and approve it in the network’s own dialog.',
}

const known = new Map<string, Words>(
  Object.entries({
    access_denied: denied,
    user_denied: denied,
    user_cancelled_login: denied,
    user_cancelled_authorize: denied,
    state_invalid: {
      title: 'The connection was not finished',
      remedy: 'Begin it again here, and finish it in this browser within ten minutes.',
    },
    code_missing: {
      title: 'The network sent no confirmation',
      remedy:
        'Connect again. If it repeats, the app at the network is not set up for this address.',
    },
    no_pages_found: {
      title: 'The account has nothing to connect',
      remedy: 'Connect with an account that manages a Page, and tick that Page in the dialog.',
    },
    network_unavailable: {
      title: 'The network does not answer',
      remedy: 'Nothing was connected. Try again in a few minutes.',
    },
    connect_refused: {
      title: 'The network refused the connection',
      remedy: 'Nothing was connected. Its answer is below; connect again once it is settled there.',
    },
  }),
)

export const callbackWords = (code: string): Words =>
  known.get(code) ?? {
    title: 'The account was not connected',
    remedy: 'Connect again. If it repeats, pass the answer of the network on to an administrator.',
  }
