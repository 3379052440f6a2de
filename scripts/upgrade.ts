import { playUpgrade } from './cluster/play-upgrade.ts'
import { runPlay } from './cluster/run-play.ts'

// `npm run upgrade -- <commit or tag>` starts the cluster of `npm run cluster` from an earlier commit
// and replaces one replica after the other with this repository's, under load. Exits with 1 if a
// client's ordinary retries do not suffice, or if something acknowledged is lost or doubled.
await runPlay(async ({ words: [from], ...given }) => {
  if (from === undefined) throw new Error('name the commit or tag to upgrade from')
  return playUpgrade({ ...given, from })
})
