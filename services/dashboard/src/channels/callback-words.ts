interface Words {
  readonly title: string
  readonly remedy: string
}

const denied: Words = {
  title: 'Access was not allowed',
  remedy: 'Connect again, and approve it in the network’s own dialog.',
}

const wordsByResult = new Map<string, Words>(
  Object.entries({
    access_denied: denied,
    user_denied: denied,
    user_cancelled_login: denied,
    user_cancelled_authorize: denied,
    state_invalid: {
      title: 'The connection was not finished',
      remedy: 'Start again here and finish in this browser within ten minutes.',
    },
    code_missing: {
      title: 'The network sent no confirmation',
      remedy:
        'Connect again. If this happens again, ask your administrator to check the app’s settings at the network.',
    },
    no_pages_found: {
      title: 'This account has nothing to connect',
      remedy: 'Connect with an account that manages a Page, and tick that Page in the dialog.',
    },
    network_unavailable: {
      title: 'The network did not respond',
      remedy: 'Nothing was connected. Try again in a few minutes.',
    },
    connect_refused: {
      title: 'The network refused the connection',
      remedy:
        'Nothing was connected. The network’s message is below. Solve the problem there, then connect again.',
    },
  }),
)

export const callbackWords = (code: string): Words =>
  wordsByResult.get(code) ?? {
    title: 'The account was not connected',
    remedy:
      'Connect again. If this happens again, send the network’s message to your administrator.',
  }
