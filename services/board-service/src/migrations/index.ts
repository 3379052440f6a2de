import type { Migrations } from '@atrium/database'
import { board } from './0001-board.ts'
import { listIndexes } from './0002-list-indexes.ts'
import { searchWords } from './0003-search-words.ts'
import { laterLooks } from './0004-later-looks.ts'
import { claimTokens } from './0005-claim-tokens.ts'
import { searchPictures } from './0006-search-pictures.ts'
import { postActors } from './0007-post-actors.ts'
import { mediaKeys } from './0008-media-keys.ts'
import { postComments } from './0009-post-comments.ts'
import { commonMailQueue } from './0010-mail-queue.ts'
import { cardHistory } from './0011-card-history.ts'
import { postPublishers } from './0012-post-publishers.ts'
import { unsubscribeLinks } from './0013-unsubscribe-links.ts'
import { submissionClients } from './0014-submission-clients.ts'
import { writtenContent } from './0015-written-content.ts'
import { snapshotsOfSites } from './0016-snapshots-of-sites.ts'
import { foldedSearch } from './0017-folded-search.ts'
import { trackedLinks } from './0018-tracked-links.ts'
import { dueDays } from './0019-due-days.ts'
import { zoneTurns } from './0020-zone-turns.ts'
import { postsByMail } from './0021-posts-by-mail.ts'
import { mailTimes } from './0022-mail-times.ts'

/** All schema migrations, in order. Only ever append to this list. */
export const migrations: Migrations = {
  '0001-board': board,
  '0002-list-indexes': listIndexes,
  '0003-search-words': searchWords,
  '0004-later-looks': laterLooks,
  '0005-claim-tokens': claimTokens,
  '0006-search-pictures': searchPictures,
  '0007-post-actors': postActors,
  '0008-media-keys': mediaKeys,
  '0009-post-comments': postComments,
  '0010-mail-queue': commonMailQueue,
  '0011-card-history': cardHistory,
  '0012-post-publishers': postPublishers,
  '0013-unsubscribe-links': unsubscribeLinks,
  '0014-submission-clients': submissionClients,
  '0015-written-content': writtenContent,
  '0016-snapshots-of-sites': snapshotsOfSites,
  '0017-folded-search': foldedSearch,
  '0018-tracked-links': trackedLinks,
  '0019-due-days': dueDays,
  '0020-zone-turns': zoneTurns,
  '0021-posts-by-mail': postsByMail,
  '0022-mail-times': mailTimes,
}
