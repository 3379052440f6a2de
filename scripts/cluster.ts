import { playCluster } from './cluster/play-cluster.ts'
import { runPlay } from './cluster/run-play.ts'

// `npm run cluster -- [word…]` starts the platform with replicas of every service, three NATS servers
// and a PostgreSQL with a standby, kills parts of it under load, and checks that nothing
// acknowledged is lost or doubled. Words choose the faults whose name contains one. `--keep-logs`
// keeps the logs of the services. Exits with 1 if something is wrong.
await runPlay(playCluster)
