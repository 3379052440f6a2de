// Ends with code 0 when the service in this container is ready.
// The gateway answers probes beside its public port.
const { GATEWAY_INTERNAL_PORT, HEALTHCHECK_PORT } = process.env
const port = GATEWAY_INTERNAL_PORT || HEALTHCHECK_PORT
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).then(
  (response) => response.ok,
  () => false,
)
process.exit(ready ? 0 : 1)
