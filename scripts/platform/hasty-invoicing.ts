import { createInvoicingService } from '@atrium/invoicing-service'
import { runService } from '@atrium/service-kit'

// Invoicing that looks for expired reservations of credits every second.
await runService(createInvoicingService({ creditSweepEveryMs: 1_000 }))
