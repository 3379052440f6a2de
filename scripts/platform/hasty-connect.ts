import { createConnectService } from '@atrium/connect-service'
import { runService } from '@atrium/service-kit'

// Runs connect with a quarter of its timeout. As in production, that is longer than two of the
// runner's response timeouts.
await runService(createConnectService({ orphanMs: 40_000 }))
