// npm run restore: brings a backup back into an empty DATA_DIR or DATABASE_URL. --verify only tries it in a throw-away database.
// --recovered marks a database that was recovered by other means, such as an archive of PostgreSQL.
import { resolve } from 'node:path'
import { withBackupConnection } from '../apps/server/src/platform/backup/connection.ts'
import { UnusableBackup } from '../apps/server/src/platform/backup/manifest.ts'
import { restoreFiles } from '../apps/server/src/platform/backup/restoreBackup.ts'
import { insertRestore } from '../apps/server/src/platform/backup/restores.sql.ts'
import { asked, refuse } from './process/command.ts'
import { recoverUntil, restoreInto, verifyBackup, withOwnerUrl } from './process/backups.ts'
import { checked } from './process/database.ts'

const usage =
  'usage: npm run restore -- --from FOLDER [--verify]\n' +
  '       npm run restore -- --from FOLDER --until 2026-11-26T16:15:00Z   (a base backup; needs WAL_ARCHIVE)\n' +
  '       npm run restore -- --recovered   (settings come from the environment)'
const { values } = asked(usage, {
  options: {
    from: { type: 'string' },
    verify: { type: 'boolean', default: false },
    until: { type: 'string' },
    recovered: { type: 'boolean', default: false },
  },
})
if (values.recovered === (values.from !== undefined) || (values.verify && values.until !== undefined)) refuse(usage)
const until = values.until === undefined ? undefined : new Date(values.until)
if (until && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(values.until!))
  refuse(`--until ${values.until}: a time in UTC like 2026-11-26T16:15:00Z`)
try {
  if (values.from && values.verify) await verifyBackup(resolve(values.from))
  else {
    // Refuses while a server runs there.
    const { config } = await checked(process.env)
    if (until) {
      if (config.WAL_ARCHIVE === undefined) refuse('--until needs WAL_ARCHIVE, the archive that the lost server wrote')
      await recoverUntil(config, { base: resolve(values.from!), archive: config.WAL_ARCHIVE, until })
    } else
      await withOwnerUrl(config, async url => {
        if (values.from) {
          // Files first: a row never waits for its file.
          await restoreFiles(resolve(values.from), config.dataDir)
          await restoreInto(url, resolve(values.from), line => console.log(line))
        } else await withBackupConnection(url, client => insertRestore(client, { takenAt: null, restoredAt: new Date() }))
      })
  }
  console.log(
    values.verify
      ? 'verified: all checksums equal'
      : 'Restored. The next start withholds queued messages, ends all sessions, and boxes send their readings again.',
  )
} catch (error) {
  if (!(error instanceof UnusableBackup)) throw error
  refuse(error.message)
}
